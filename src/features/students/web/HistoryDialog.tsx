import { useQuery } from '@tanstack/react-query';
import { Skeleton, Timeline } from 'antd';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import type { RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { rowId, rowName } from '../../../platform/resources/contract/entity.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dayText } from '../../../platform/ui/web/date-text.ts';
import { semestersHistory } from '../contract.ts';
import styles from './student.module.css';

/** The enrolment history of a student, latest first. */
export function HistoryDialog({ entity: { schema }, rows, onClose }: RowsDialogProps) {
  const { t } = useTranslation();
  const [row] = useLast(rows) ?? [];
  const id = row ? rowId(schema, row) : '';
  const { data, error, refetch } = useQuery({
    queryKey: ['student-history', id],
    queryFn: ({ signal }) => call(semestersHistory, { params: { id } }, { signal, quiet: true }),
    enabled: rows !== undefined,
    gcTime: 0,
  });
  return (
    <Sheet
      open={rows !== undefined}
      title={t('students.history.title', { name: row ? rowName(schema, row) : '' })}
      onClose={onClose}
    >
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : (
        <Timeline
          className={styles.history}
          items={data.items.map(({ since, until, change, class_name, year_name, study_status }) => ({
            key: since,
            color: until === undefined ? 'blue' : 'gray',
            children: (
              <>
                <strong>{labelOf('enrolment_change', change)}</strong>
                <span className={styles.place}>
                  {[class_name ?? t('students.noClass'), labelOf('study_status', study_status)].join(' · ')}
                </span>
                <div className={styles.when}>
                  {[
                    year_name,
                    t(until === undefined ? 'students.history.since' : 'students.history.between', {
                      since: dayText(since),
                      until: until && dayText(until),
                    }),
                  ]
                    .filter(Boolean)
                    .join('，')}
                </div>
              </>
            ),
          }))}
        />
      )}
    </Sheet>
  );
}
