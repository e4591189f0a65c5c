import { useQuery } from '@tanstack/react-query';
import { Skeleton, Timeline } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../http/web/call.ts';
import { provideTexts } from '../../../i18n/web/texts.ts';
import type { Entity } from '../../../resources/contract/entity.ts';
import { display } from '../../../schema/columns.ts';
import type { FieldSchema } from '../../../schema/types.ts';
import { dateText } from '../../../ui/web/date-text.ts';
import { FailedState } from '../list/states.tsx';
import { states as texts } from '../texts/zh/states.ts';
import { stepsKey } from './steps-key.ts';
import styles from './states.module.css';

provideTexts({ states: texts });

/** The states that a row has had: who gave which, when, and why. */
export function StateHistory({ entity, id, field }: { entity: Entity; id: string; field: FieldSchema }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: stepsKey(entity.name, id),
    queryFn: ({ signal }) => call(entity.calls.transitions, { params: { id } }, { signal, quiet: true }),
    gcTime: 0,
  });
  const last = (data?.items.length ?? 0) - 1;
  return (
    <section className={styles.history} aria-label={t('states.history')}>
      <h3>{t('states.history')}</h3>
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : (
        <>
          {data.items[0]?.key !== undefined && <p className={styles.quiet}>{t('states.noHistory')}</p>}
          <Timeline
            items={data.items.map(({ step_id, key, label, to, at, user_name, note }, i) => ({
              key: step_id,
              color: i === last ? 'blue' : 'gray',
              children: (
                <>
                  <strong>{key === undefined ? t('states.created') : label}</strong>
                  <span className={styles.state}>{display(field, to)}</span>
                  <span className={styles.quiet}>{t('states.by', { name: user_name, at: dateText(at) })}</span>
                  {note !== undefined && <p className={styles.words}>{note}</p>}
                </>
              ),
            }))}
          />
        </>
      )}
    </section>
  );
}
