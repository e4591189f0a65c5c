import { CheckOutlined, EllipsisOutlined, PlusOutlined } from '@ant-design/icons';
import { App, Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../refine/web/use-may.ts';
import { failureOf } from '../../../ui/web/failure.ts';
import { useConfirm } from '../../../ui/web/use-confirm.ts';
import type { View } from '../../contract/views.ts';
import type { ListAddress } from '../list/use-list-address.ts';
import type { ViewSetting } from '../list/use-view.ts';
import { contentOf, currentContent, hasSameContent, useViews } from './use-views.ts';
import { ViewForm } from './ViewForm.tsx';
import styles from './views.module.css';

interface Props {
  resource: string;
  address: ListAddress;
  setting: ViewSetting;
  onDone: () => void;
}

/** The saved views of a list: apply one, or save the current state as a view. */
export function ViewsPanel({ resource, address, setting, onDone }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const mayTidy = useMay('saved-views', 'open');
  const { views, failed, loading, retry, add, change, remove } = useViews(resource);
  const [form, setForm] = useState<'new' | View>();
  const content = currentContent(address, setting);

  const show = (view: View) => {
    address.show(view);
    setting.change({ order: view.order, hidden: view.hidden });
    onDone();
  };
  const update = (view: View) =>
    change(view, { ...content, name: view.name, shared: view.shared }).then(
      () => void message.success(t('crud.views.updated')),
      (error: unknown) => void message.error(failureOf(error).message),
    );
  const askRemove = (view: View) =>
    confirm({
      title: t('crud.views.deleteTitle', { name: view.name }),
      content: t(view.shared ? 'crud.views.deleteShared' : 'crud.views.deleteOwn'),
      okText: t('crud.views.delete'),
      okButtonProps: { danger: true },
      onOk: () =>
        remove(view).then(
          () => void message.success(t('crud.views.deleted')),
          (error: unknown) => void message.error(failureOf(error).message),
        ),
    });
  const actsOf = (view: View) => [
    ...(view.own
      ? [
          { key: 'update', label: t('crud.views.update'), onClick: () => void update(view) },
          { key: 'edit', label: t('crud.views.edit'), onClick: () => setForm(view) },
        ]
      : []),
    ...(view.own || mayTidy
      ? [{ key: 'delete', label: t('crud.views.delete'), danger: true, onClick: () => askRemove(view) }]
      : []),
  ];

  if (form !== undefined) {
    const edited = form === 'new' ? undefined : form;
    return (
      <ViewForm
        view={edited}
        onCancel={() => setForm(undefined)}
        onSave={async (details) => {
          await (edited ? change(edited, { ...contentOf(edited), ...details }) : add({ ...content, ...details }));
          setForm(undefined);
          void message.success(t('crud.views.saved'));
        }}
      />
    );
  }
  return (
    <section className={styles.panel} aria-label={t('crud.views.title')}>
      <h3 className={styles.title}>{t('crud.views.title')}</h3>
      {failed && (
        <p className={styles.none}>
          {t('crud.views.failed')}
          <Button type="link" size="small" onClick={retry}>
            {t('common.retry')}
          </Button>
        </p>
      )}
      {!failed && !loading && views?.length === 0 && <p className={styles.none}>{t('crud.views.none')}</p>}
      <ul className={styles.list} aria-busy={loading}>
        {views?.map((view) => {
          const acts = actsOf(view);
          const current = hasSameContent(view, content);
          return (
            <li key={view.view_id} className={styles.view}>
              <button type="button" className={styles.open} aria-current={current} onClick={() => show(view)}>
                <span className={styles.mark}>{current && <CheckOutlined aria-hidden />}</span>
                <span className={styles.name}>{view.name}</span>
                {view.shared && (
                  <span className={styles.shared}>
                    {view.own ? t('crud.views.sharedByMe') : t('crud.views.sharedBy', { name: view.owner_name })}
                  </span>
                )}
              </button>
              {acts.length > 0 && (
                <Dropdown menu={{ items: acts }} trigger={['click']} placement="bottomRight">
                  <Button
                    type="text"
                    size="small"
                    icon={<EllipsisOutlined aria-hidden />}
                    aria-label={t('crud.views.actsOf', { name: view.name })}
                  />
                </Dropdown>
              )}
            </li>
          );
        })}
      </ul>
      <Button
        type="text"
        block
        className={styles.add}
        icon={<PlusOutlined aria-hidden />}
        onClick={() => setForm('new')}
      >
        {t('crud.views.save')}
      </Button>
    </section>
  );
}
