import { UploadOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Segmented, TreeSelect } from 'antd';
import { useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { includesTyped } from '../../../platform/ui/web/fields/includes-typed.ts';
import { useExpanded } from '../../../platform/ui/web/fields/use-expanded.ts';
import { ListError, readList } from '../../../platform/ui/web/list-file/read-list.ts';
import { classIdsUnder, classNodes, useClassesTree } from '../../classes/web/public.ts';
import { RESET_MAX, type Chosen } from '../contract/passwords.ts';
import { usePasswordCalls, type Selection } from './password-calls.ts';
import { Preview } from './Preview.tsx';
import styles from './passwords.module.css';

/** Selects the accounts by class, by a list or all new staff, previews them, and starts the batch. */
export function ResetForm({ onStart }: { onStart: () => Promise<void> }) {
  const { t } = useTranslation();
  const id = useId();
  const calls = usePasswordCalls();
  const [selection, setSelection] = useState<Selection>(calls.selections[0] ?? 'staff');
  const [picked, setPicked] = useState<string[]>([]);
  const [list, setList] = useState<{ name: string; accounts: string[] }>();
  const [problem, setProblem] = useState<string>();
  const file = useRef<HTMLInputElement>(null);
  const tree = useClassesTree();
  const classTree = useMemo(() => classNodes(tree.data ?? []), [tree.data]);
  const expanded = useExpanded(classTree);

  const classIds = useMemo(() => classIdsUnder(classTree, new Set(picked)), [classTree, picked]);
  const chosenAccounts = (): Chosen | undefined => {
    if (selection === 'staff') return { new_staff: true };
    if (selection === 'list') return list && { accounts: list.accounts };
    return classIds.length > 0 ? { class_ids: classIds } : undefined;
  };
  const chosen = chosenAccounts();
  const preview = useMutation({ mutationFn: calls.preview, gcTime: 0 });
  const start = useMutation({
    mutationFn: calls.start,
    // Another user may have started a batch first; the reload shows it.
    onSettled: onStart,
  });
  const showPreview = useOnce(async () => {
    if (chosen === undefined)
      return setProblem(t(selection === 'classes' ? 'passwords.classRequired' : 'passwords.listRequired'));
    start.reset();
    await preview.mutateAsync(chosen);
  });
  const startBatch = useOnce(async () => chosen && start.mutateAsync(chosen));
  const clearResults = () => {
    setProblem(undefined);
    preview.reset();
    start.reset();
  };

  const readAccounts = async (chosenFile: File) => {
    clearResults();
    try {
      setList({ name: chosenFile.name, accounts: await readList(chosenFile, RESET_MAX) });
    } catch (error) {
      setList(undefined);
      setProblem(
        t(`passwords.listErrors.${error instanceof ListError ? error.reason : 'unreadable'}`, { max: RESET_MAX }),
      );
    }
  };

  const failure = preview.error ?? start.error;
  return (
    <section className={styles.card} aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`} className={styles.heading}>
        {t(calls.selections.length > 1 ? 'passwords.whose' : 'passwords.whoseNew')}
      </h2>
      {calls.selections.length > 1 && (
        <Segmented<Selection>
          aria-label={t('passwords.whose')}
          value={selection}
          onChange={(value) => {
            setSelection(value);
            clearResults();
          }}
          options={calls.selections.map((value) => ({ value, label: t(`passwords.by.${value}`) }))}
        />
      )}
      {selection === 'staff' ? (
        <p className={styles.hint}>{t('passwords.staffHelp')}</p>
      ) : selection === 'classes' ? (
        <TreeSelect<string[]>
          {...expanded}
          className={styles.field}
          aria-label={t('passwords.classes')}
          placeholder={t('passwords.chooseClasses')}
          loading={tree.isLoading}
          listHeight={320}
          treeData={classTree}
          treeCheckable
          showCheckedStrategy={TreeSelect.SHOW_PARENT}
          filterTreeNode={(typed, node) => includesTyped(node.title, typed)}
          allowClear
          maxTagCount={12}
          value={picked}
          onChange={(value) => {
            setPicked(value);
            clearResults();
          }}
          status={problem ? 'error' : undefined}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}problem`}
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
              const [selectedFile] = target.files ?? [];
              if (selectedFile) void readAccounts(selectedFile);
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
      <p id={`${id}problem`} className={styles.wrong} role="alert">
        {problem}
      </p>
      <div>
        <Button type={preview.data ? 'default' : 'primary'} loading={preview.isPending} onClick={showPreview}>
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
      {preview.data && (
        <Preview plan={preview.data} staff={selection === 'staff'} busy={start.isPending} onStart={startBatch} />
      )}
    </section>
  );
}
