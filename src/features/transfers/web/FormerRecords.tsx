import { useMutation, useQuery } from '@tanstack/react-query';
import { App, Button, Collapse } from 'antd';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../platform/crud/web/acts/save-file.ts';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { formerRecords, formerSummary, type FormerRecord } from '../contract.ts';
import { Sections } from './Sections.tsx';
import { transfers } from './texts.zh.ts';
import styles from './transfers.module.css';

provideTexts({ transfers });

function Record({ childId, record }: { childId: string; record: FormerRecord }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { transfer_id, from_name, sent_at, accepted_at, has_summary, sections } = record;
  const loading = useMutation({
    mutationFn: () => call(formerSummary, { params: { id: childId, transfer_id } }, { quiet: true }),
    onSuccess: (file) => saveFile(file, 'summary.pdf'),
    onError: (error) => void message.error(t('transfers.former.failed', { reason: failureOf(error).message })),
  });
  return (
    <div className={styles.stack}>
      <div className={styles.head}>
        <strong>
          {t('transfers.former.of', { name: from_name, sent: dateText(sent_at), accepted: dateText(accepted_at) })}
        </strong>
        {has_summary && (
          <Button loading={loading.isPending} onClick={() => loading.mutate()}>
            {t('transfers.former.summary')}
          </Button>
        )}
      </div>
      <Collapse
        items={[{ key: 'all', label: t('transfers.former.show'), children: <Sections sections={sections} /> }]}
      />
    </div>
  );
}

/** What former schools have handed over about a student; nothing where there is none. */
export function FormerRecords({ childId }: { childId: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['former-records', childId],
    queryFn: ({ signal }) => call(formerRecords, { params: { id: childId } }, { signal, quiet: true }),
    gcTime: 0,
  });
  if (!error && !data?.items.length) return null;
  return (
    <section className={styles.former} aria-labelledby="former-records">
      <h2 id="former-records" className={styles.heading}>
        {t('transfers.former.title')}
      </h2>
      <p className={styles.about}>{t('transfers.former.about')}</p>
      {error && <FailedState error={error} onRetry={() => void refetch()} />}
      {data?.items.map((record) => (
        <Record key={record.transfer_id} childId={childId} record={record} />
      ))}
    </section>
  );
}
