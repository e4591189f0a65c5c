import { CheckCircleOutlined, ClockCircleOutlined, CloseCircleOutlined, InboxOutlined } from '@ant-design/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../platform/crud/web/acts/save-file.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { Tag } from '../../../platform/ui/web/Tag.tsx';
import { exportItems, type Run } from '../contract.ts';
import { RUN } from '../rules.ts';
import { DecideDialogs, type Deciding } from './DecideDialogs.tsx';
import { Proven } from './Proven.tsx';
import { RunItems } from './RunItems.tsx';
import styles from './retention.module.css';

const LOOK: Readonly<Record<number, { look: 'yellow' | 'red' | 'grey'; icon: ReactNode }>> = {
  [RUN.proposed]: { look: 'yellow', icon: <ClockCircleOutlined /> },
  [RUN.approved]: { look: 'red', icon: <InboxOutlined /> },
  [RUN.ended]: { look: 'grey', icon: <CheckCircleOutlined /> },
  [RUN.refused]: { look: 'grey', icon: <CloseCircleOutlined /> },
};

/** One list: who proposed and decided it, its numbers, and its students on demand. */
export function RunCard({ run, onBack }: { run: Run; onBack: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const mayDecide = useMay('retention/decide', 'approve');
  const mayExport = useMay('retention/decide', 'export');
  const [open, setOpen] = useState(false);
  const [deciding, setDeciding] = useState<Deciding>();
  const exporting = useMutation({
    mutationFn: (format: 'xlsx' | 'csv') =>
      call(exportItems, { params: { id: run.run_id }, query: { format } }, { quiet: true }),
    onSuccess: (file) => {
      saveFile(file, 'list.xlsx');
      void message.success(t('retention.exported'));
    },
    onError: (error) => void message.error(failureOf(error).message),
  });
  const exportAs = useOnce((format: 'xlsx' | 'csv') => exporting.mutateAsync(format));
  const waits = run.status === RUN.proposed;
  const counts = [
    [run.untouched, 'retention.untouched'],
    [run.quarantined, 'retention.inQuarantine'],
    [run.restored, 'retention.restoredCount'],
    [run.erased, 'retention.erasedCount'],
  ] as const;
  const { look, icon } = LOOK[run.status] ?? { look: 'grey' as const, icon: <CheckCircleOutlined /> };
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <strong>{t('retention.numbers', { students: run.students, total: run.total })}</strong>
        <Tag look={look} icon={icon}>
          {labelOf('erasure_run', run.status)}
        </Tag>
        <span className={styles.quiet}>
          {counts
            .filter(([count]) => count > 0)
            .map(([count, key]) => t(key, { count }))
            .join('，')}
        </span>
      </div>
      <p className={styles.quiet}>
        {t('retention.runBy', { name: run.proposed_by_name, at: dateText(run.proposed_at) })}
        {run.decided_at !== undefined &&
          `；${t('retention.decided', {
            name: run.decided_by_name ?? '',
            at: dateText(run.decided_at),
            how: t(run.status === RUN.refused ? 'retention.refusedWord' : 'retention.approvedWord'),
          })}`}
        {run.ended_at !== undefined && `；${t('retention.endedAt', { at: dateText(run.ended_at) })}`}
      </p>
      <p className={styles.words}>{t('retention.runReason', { text: run.reason })}</p>
      {run.refusal !== undefined && <p className={styles.words}>{t('retention.refusal', { text: run.refusal })}</p>}
      {run.status === RUN.approved && run.erase_after !== undefined && (
        <p className={styles.words}>{t('retention.eraseAfter', { at: dateText(run.erase_after) })}</p>
      )}
      {waits && run.own && <p className={styles.quiet}>{t('retention.ownRun')}</p>}
      <div className={styles.acts}>
        {waits && mayDecide && !run.own && (
          <Button type="primary" danger disabled={run.students === 0} onClick={() => setDeciding('approve')}>
            {t('retention.approve')}
          </Button>
        )}
        {waits && mayDecide && (
          <Button onClick={() => setDeciding('refuse')}>
            {t(run.own ? 'retention.withdraw' : 'retention.refuse')}
          </Button>
        )}
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'retention.close' : 'retention.open')}
        </Button>
        {mayExport &&
          (['xlsx', 'csv'] as const).map((format) => (
            <Button
              key={format}
              loading={exporting.isPending && exporting.variables === format}
              onClick={() => exportAs(format)}
            >
              {t('retention.exportAs', { format: format.toUpperCase() })}
            </Button>
          ))}
      </div>
      {open && <Proven onBack={onBack}>{() => <RunItems run={run} />}</Proven>}
      <DecideDialogs
        run={run}
        deciding={deciding}
        onClose={() => setDeciding(undefined)}
        onDone={() => void client.invalidateQueries({ queryKey: ['retention'] })}
      />
    </li>
  );
}
