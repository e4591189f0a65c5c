import { UploadOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Segmented, TreeSelect } from 'antd';
import { useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../platform/crud/web/failure.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { useExpanded } from '../../../platform/ui/web/fields/use-expanded.ts';
import { ListError, readList } from '../../../platform/ui/web/list-file/read-list.ts';
import { classIdsUnder, classNodes } from '../../classes/web/public.ts';
import { useClassesTree } from '../../organisation/web/public.ts';
import { RESET_MAX, type Chosen } from '../contract/passwords.ts';
import { Preview } from './Preview.tsx';
import { useWhose, type Way } from './whose.ts';
import styles from './passwords.module.css';

/** Whose passwords: by class, by a list, or all new staff's; then who that comes to, and the beginning. */
export function Chooser({ onStart }: { onStart: () => Promise<void> }) {
  const { t } = useTranslation();
  const id = useId();
  const whose = useWhose();
  const [way, setWay] = useState<Way>(whose.ways[0] ?? 'staff');
  const [picked, setPicked] = useState<string[]>([]);
  const [list, setList] = useState<{ name: string; accounts: string[] }>();
  const [wrong, setWrong] = useState<string>();
  const file = useRef<HTMLInputElement>(null);
  const tree = useClassesTree();
  const nodes = useMemo(() => classNodes(tree.data ?? []), [tree.data]);
  const expanded = useExpanded(nodes);

  const classIds = useMemo(() => classIdsUnder(nodes, new Set(picked)), [nodes, picked]);
  const chosen: Chosen | undefined =
    way === 'staff'
      ? { new_staff: true }
      : way === 'classes'
        ? classIds.length > 0
          ? { class_ids: classIds }
          : undefined
        : list && { accounts: list.accounts };
  const preview = useMutation({ mutationFn: whose.preview, gcTime: 0 });
  const start = useMutation({
    mutationFn: whose.start,
    // Somebody else may have been faster: what there is now says so.
    onSettled: onStart,
  });
  const look = useOnce(async () => {
    if (chosen === undefined)
      return setWrong(t(way === 'classes' ? 'passwords.classRequired' : 'passwords.listRequired'));
    start.reset();
    await preview.mutateAsync(chosen);
  });
  const begin = useOnce(async () => chosen && start.mutateAsync(chosen));
  const changed = () => {
    setWrong(undefined);
    preview.reset();
    start.reset();
  };

  const read = async (chosenFile: File) => {
    changed();
    try {
      setList({ name: chosenFile.name, accounts: await readList(chosenFile, RESET_MAX) });
    } catch (error) {
      setList(undefined);
      setWrong(
        t(`passwords.listErrors.${error instanceof ListError ? error.reason : 'unreadable'}`, { max: RESET_MAX }),
      );
    }
  };

  const failure = preview.error ?? start.error;
  return (
    <section className={styles.card} aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`} className={styles.heading}>
        {t(whose.ways.length > 1 ? 'passwords.whose' : 'passwords.whoseNew')}
      </h2>
      {whose.ways.length > 1 && (
        <Segmented<Way>
          aria-label={t('passwords.whose')}
          value={way}
          onChange={(value) => {
            setWay(value);
            changed();
          }}
          options={whose.ways.map((value) => ({ value, label: t(`passwords.by.${value}`) }))}
        />
      )}
      {way === 'staff' ? (
        <p className={styles.hint}>{t('passwords.staffHelp')}</p>
      ) : way === 'classes' ? (
        <TreeSelect<string[]>
          {...expanded}
          className={styles.field}
          aria-label={t('passwords.classes')}
          placeholder={t('passwords.chooseClasses')}
          loading={tree.isLoading}
          listHeight={320}
          treeData={nodes}
          treeCheckable
          showCheckedStrategy={TreeSelect.SHOW_PARENT}
          treeNodeFilterProp="title"
          allowClear
          maxTagCount={12}
          value={picked}
          onChange={(value) => {
            setPicked(value);
            changed();
          }}
          status={wrong ? 'error' : undefined}
          aria-invalid={wrong !== undefined}
          aria-describedby={`${id}wrong`}
        />
      ) : (
        <div className={styles.upload}>
          <input
            ref={file}
            type="file"
            accept=".xlsx,.csv,.txt"
            hidden
            data-testid="list"
            onChange={({ target }) => {
              const [one] = target.files ?? [];
              if (one) void read(one);
              target.value = '';
            }}
          />
          <Button icon={<UploadOutlined aria-hidden />} onClick={() => file.current?.click()}>
            {t(list ? 'passwords.otherList' : 'passwords.upload')}
          </Button>
          <span className={styles.hint}>
            {list ? t('passwords.listRead', { name: list.name, count: list.accounts.length }) : t('passwords.listHelp')}
          </span>
        </div>
      )}
      <p id={`${id}wrong`} className={styles.wrong} role="alert">
        {wrong}
      </p>
      <div>
        <Button type={preview.data ? 'default' : 'primary'} loading={preview.isPending} onClick={look}>
          {t('passwords.preview')}
        </Button>
      </div>
      {failure && (
        <Alert
          type="error"
          showIcon
          role="alert"
          message={failureOf(failure).message}
          description={
            failureOf(failure)
              .details.map(({ message }) => message)
              .join('；') || undefined
          }
        />
      )}
      {preview.data && <Preview plan={preview.data} staff={way === 'staff'} busy={start.isPending} onStart={begin} />}
    </section>
  );
}
