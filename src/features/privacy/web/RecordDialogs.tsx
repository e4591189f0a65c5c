import { useInvalidate } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Alert, Descriptions, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { exportStarted } from '../../../platform/crud/web/export-started.ts';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { ReasonDialog } from '../../../platform/crud/web/ReasonDialog.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import type { RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { rowId, rowName } from '../../../platform/resources/contract/entity.ts';
import { isVerified, verification } from '../../../platform/session/web/secondary.ts';
import { useStore } from '../../../platform/state/web/store.ts';
import { eraseRecord, exportRecord, previewErasure } from '../contract.ts';
import { privacy } from './texts.zh.ts';
import styles from './record.module.css';

provideTexts({ privacy });

/** Exports the complete record of a student for a guardian; the file appears in the export task list. */
export function RecordDialog({ entity: { schema }, rows, onClose, onDone }: RowsDialogProps) {
  const { t } = useTranslation();
  const [row] = useLast(rows) ?? [];
  const id = row ? rowId(schema, row) : '';
  const name = row ? rowName(schema, row) : '';
  const run = async (reason: string) => {
    await call(exportRecord, { params: { id }, body: { reason } }, { quiet: true });
    exportStarted.set(exportStarted.get() + 1);
    onDone([id]);
  };
  return (
    <ReasonDialog
      open={rows !== undefined}
      title={t('privacy.record.title', { name })}
      about={t('privacy.record.about')}
      verb={t('privacy.record.verb')}
      done={t('privacy.record.done')}
      run={run}
      onClose={onClose}
    />
  );
}

/** Erases the record of a student who has left, after the retention period. First shows what is erased and what is kept. */
export function EraseDialog({ entity: { schema, name: resource }, rows, onClose, onDone }: RowsDialogProps) {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const [row] = useLast(rows) ?? [];
  const id = row ? rowId(schema, row) : '';
  const name = row ? rowName(schema, row) : '';
  useStore(verification);
  const { data, error, refetch } = useQuery({
    queryKey: ['erasure', id],
    queryFn: ({ signal }) => call(previewErasure, { params: { id } }, { signal, quiet: true }),
    enabled: rows !== undefined && isVerified(),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const run = async (reason: string) => {
    await call(eraseRecord, { params: { id }, body: { reason, total: data?.total ?? 0 } }, { quiet: true }).catch(
      (refusal: unknown) => {
        void refetch();
        throw refusal;
      },
    );
    onDone([id]);
    void invalidate({ resource, invalidates: ['list', 'many', 'detail'] });
  };
  const contents = () => {
    if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
    if (!data) return <Skeleton active title={false} paragraph={{ rows: 5 }} />;
    const { goes, files, guardians, accounts, stays, may_erase, blocked, erasable_on, retention_years } = data;
    const refusal = () => {
      if (erasable_on === undefined) return t('privacy.erase.stillHere');
      if (blocked.length > 0) return t('privacy.erase.blocked', { why: blocked.join('、') });
      return t('privacy.erase.tooEarly', { years: retention_years, day: erasable_on });
    };
    const otherCounts = [
      [t('privacy.erase.files'), files],
      [t('privacy.erase.guardians'), guardians],
      [t('privacy.erase.accounts'), accounts],
    ] as const;
    return (
      <>
        {!may_erase && <Alert type="warning" showIcon className={styles.alert} message={refusal()} />}
        <h3>{t('privacy.erase.goes')}</h3>
        <Descriptions
          className={styles.alert}
          size="small"
          bordered
          column={2}
          items={[
            ...goes.map(({ table, title, total }) => ({ key: table, label: title, children: total })),
            ...otherCounts
              .filter(([, count]) => count > 0)
              .map(([label, count]) => ({ key: label, label, children: count })),
          ]}
        />
        <h3>{t('privacy.erase.stays')}</h3>
        <ul className={styles.stays}>
          {stays.map(({ title, reason, total }) => (
            <li key={title}>{t('privacy.erase.staysLine', { title, total, reason })}</li>
          ))}
        </ul>
      </>
    );
  };
  return (
    <ReasonDialog
      open={rows !== undefined}
      title={t('privacy.erase.title', { name })}
      about={t('privacy.erase.about')}
      verb={t('privacy.erase.verb', { name })}
      danger
      possible={data?.may_erase === true && !error}
      done={t('privacy.erase.done', { name })}
      run={run}
      onClose={onClose}
    >
      {contents}
    </ReasonDialog>
  );
}
