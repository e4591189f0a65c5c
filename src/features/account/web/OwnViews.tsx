import { EllipsisOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Dropdown, Tag } from 'antd';
import { useState, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { getPreference, listPreference, putPreference } from '../../../platform/crud/contract/preferences.ts';
import { deleteView, ownViews, updateView, type OwnView } from '../../../platform/crud/contract/views.ts';
import { entityName } from '../../../platform/crud/web/entity-name.ts';
import { SAVED_VIEW_PARAM } from '../../../platform/crud/web/list/use-list-address.ts';
import { contentOf } from '../../../platform/crud/web/views/use-views.ts';
import { ViewForm } from '../../../platform/crud/web/views/ViewForm.tsx';
import { viewsQuery } from '../../../platform/crud/web/views/views-query.ts';
import { call } from '../../../platform/http/web/call.ts';
import { ownPageOf } from '../../../platform/pages/web/own-pages.ts';
import { listOn } from '../../../platform/pages/web/pages.ts';
import { isOwn } from '../../../platform/schema/own-resource.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import { usePortal } from '../../../platform/session/web/portal-context.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { useConfirm } from '../../../platform/ui/web/use-confirm.ts';
import styles from './AccountPage.module.css';

interface Props {
  Row: ComponentType<{ name: ReactNode; about: string; act?: ReactNode }>;
  none: string;
}

const KEY = ['own-views'];
const quiet = { quiet: true } as const;

/** Where a view is opened; undefined where no page shows its list. */
function addressOf({ resource, view_id }: OwnView, schema: EntitySchema | undefined) {
  if (schema === undefined) return undefined;
  const found = listOn(resource);
  const pathname = isOwn(schema) ? ownPageOf(schema.$id) : found?.page.path;
  if (pathname === undefined) return undefined;
  const query = new URLSearchParams(found?.query);
  query.set(SAVED_VIEW_PARAM, view_id);
  return { pathname, search: `?${query.toString()}` };
}

/** Lets a list open with a view, or with all rows; other settings of the list stay. */
async function chooseFirst({ resource, view_id, opens_first }: OwnView): Promise<void> {
  const params = { key: listPreference(resource) };
  const { value } = await call(getPreference, { params }, quiet);
  const { opens_with: _, ...others } = value;
  await call(
    putPreference,
    { params, body: { value: opens_first ? others : { ...others, opens_with: view_id } } },
    quiet,
  );
}

/** The person's own saved views of every list that the role may open. */
export function OwnViews({ Row, none }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const client = useQueryClient();
  const { schemas } = usePortal();
  const [edited, setEdited] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    refetchOnMount: 'always',
    queryFn: async ({ signal }) => (await call(ownViews, {}, { signal, quiet: true })).items,
  });

  const changed = async ({ resource }: OwnView) => {
    // The list reads both again when it is opened.
    client.removeQueries({ queryKey: viewsQuery(resource).queryKey });
    client.removeQueries({ queryKey: ['preference', listPreference(resource)] });
    await client.invalidateQueries({ queryKey: KEY });
  };
  const say = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      void message.success(done);
    } catch (failure) {
      void message.error(failureOf(failure).message);
    }
  };
  const first = (view: OwnView) =>
    say(
      async () => {
        await chooseFirst(view);
        await changed(view);
      },
      t(view.opens_first ? 'crud.views.notFirstDone' : 'crud.views.firstDone'),
    );
  const remove = (view: OwnView) =>
    confirm({
      title: t('crud.views.deleteTitle', { name: view.name }),
      content: t(view.shared ? 'crud.views.deleteShared' : 'crud.views.deleteOwn'),
      okText: t('crud.views.delete'),
      okButtonProps: { danger: true },
      onOk: () =>
        say(async () => {
          await call(deleteView, { params: { id: view.view_id } }, quiet);
          await changed(view);
        }, t('crud.views.deleted')),
    });

  if (error !== null && data === undefined)
    return (
      <Row
        name={t('crud.views.title')}
        about={t('crud.views.failed')}
        act={<Button onClick={() => void refetch()}>{t('common.retry')}</Button>}
      />
    );
  if (data?.length === 0) return <Row name={t('crud.views.title')} about={none} />;
  return data?.map((view) => {
    const schema = schemas.get(view.resource);
    const to = addressOf(view, schema);
    if (edited === view.view_id)
      return (
        <li key={view.view_id} className={styles.edited}>
          <ViewForm
            view={view}
            onCancel={() => setEdited(undefined)}
            onSave={async (details) => {
              const body = { ...contentOf(view), ...details };
              await call(updateView, { params: { id: view.view_id }, body }, quiet);
              await changed(view);
              setEdited(undefined);
              void message.success(t('crud.views.saved'));
            }}
          />
        </li>
      );
    const title = schema === undefined ? '' : t('crud.pageTitle', { title: entityName(t, schema.title) });
    return (
      <Row
        key={view.view_id}
        name={
          <>
            {to ? <Link to={to}>{view.name}</Link> : view.name}
            {view.opens_first && <Tag className={styles.mine ?? ''}>{t('crud.views.isFirst')}</Tag>}
          </>
        }
        about={[title, view.shared && t('crud.views.sharedByMe')].filter(Boolean).join(' · ')}
        act={
          <Dropdown
            trigger={['click']}
            placement="bottomRight"
            menu={{
              items: [
                {
                  key: 'first',
                  label: t(view.opens_first ? 'crud.views.notFirst' : 'crud.views.first'),
                  onClick: () => void first(view),
                },
                { key: 'edit', label: t('crud.views.edit'), onClick: () => setEdited(view.view_id) },
                { key: 'delete', label: t('crud.views.delete'), danger: true, onClick: () => remove(view) },
              ],
            }}
          >
            <Button
              type="text"
              icon={<EllipsisOutlined aria-hidden />}
              aria-label={t('crud.views.actsOf', { name: view.name })}
            />
          </Dropdown>
        }
      />
    );
  });
}
