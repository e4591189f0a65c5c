import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { concerns, type Concern } from '../contract.ts';
import { ConcernDialog } from './ConcernDialog.tsx';
import { ConcernTag } from './ConcernValue.tsx';
import { concern as texts } from './texts.zh.ts';
import styles from './concern.module.css';

provideTexts({ concern: texts });

function Entry({ entry: { level, reason, set_by_name, set_at } }: { entry: Concern }) {
  const { t } = useTranslation();
  return (
    <>
      <span className={styles.head}>
        <ConcernTag level={level} />
        <span className={styles.quiet}>{t('concern.by', { name: set_by_name, at: dateText(set_at) })}</span>
      </span>
      {reason !== undefined && <p className={styles.reason}>{reason}</p>}
    </>
  );
}

/**
 * The concern level of a student: who set it, when and why, and the levels before.
 *
 * @param onChanged Called after a new level is saved
 */
export function ConcernCard({ childId, name, onChanged }: { childId: string; name: string; onChanged?: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['concerns', childId],
    queryFn: ({ signal }) => call(concerns, { params: { id: childId } }, { signal, quiet: true }),
    gcTime: 0,
  });
  const [current, ...former] = data?.items ?? [];
  return (
    <section className={styles.card} aria-labelledby="concern">
      <div className={styles.bar}>
        <h2 id="concern" className={styles.heading}>
          {t('concern.title')}
        </h2>
        {data?.can_set && (
          <Button onClick={() => setOpen(true)}>{t(current ? 'concern.change' : 'concern.set')}</Button>
        )}
      </div>
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 1 }} />
      ) : current === undefined ? (
        <p className={styles.quiet}>{t('concern.none')}</p>
      ) : (
        <div>
          <Entry entry={current} />
        </div>
      )}
      {former.length > 0 && (
        <details>
          <summary className={styles.summary}>{t('concern.history')}</summary>
          <ul className={styles.history}>
            {former.map((entry) => (
              <li key={entry.concern_id}>
                <Entry entry={entry} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {data?.can_set && (
        <ConcernDialog
          open={open}
          childId={childId}
          name={name}
          current={current}
          onClose={() => setOpen(false)}
          onDone={() => {
            void refetch();
            onChanged?.();
          }}
        />
      )}
    </section>
  );
}
