import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../http/web/call.ts';
import { rowEndpoints } from '../../../media/contract/row-media.ts';
import type { Entity } from '../../../resources/contract/entity.ts';
import { resourceSpecOf } from '../../../resources/contract/resource.ts';
import { readableValue } from '../../../schema/references.ts';
import { dateText } from '../../../ui/web/date-text.ts';
import { cell } from '../list/cell.ts';
import { FailedState } from '../list/states.tsx';
import styles from './show.module.css';

/** Previous versions of a row, loaded on request. */
export function PreviousVersions({ entity: { name, schema }, id }: { entity: Entity; id: string }) {
  const { t } = useTranslation();
  const [requested, setRequested] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['row-versions', name, id],
    queryFn: ({ signal }) =>
      call(rowEndpoints(resourceSpecOf(schema)).versions, { params: { id } }, { signal, quiet: true }),
    enabled: requested,
    gcTime: 0,
  });
  if (!requested)
    return (
      <Button type="link" className={styles.more} onClick={() => setRequested(true)}>
        {t('show.former')}
      </Button>
    );
  return (
    <section className={styles.part}>
      <h3>{t('show.former')}</h3>
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : (
        <p className={styles.quiet}>{t('show.formerCount', { count: data.total })}</p>
      )}
      {data?.items.map(({ version_id, at, user_name, former }) => (
        <div key={version_id} className={styles.version}>
          <p className={styles.quiet}>{t('show.formerBy', { name: user_name, at: dateText(at) })}</p>
          <dl className={styles.facts}>
            {Object.entries(former).flatMap(([field, value]) => {
              const of = schema.properties[field];
              return of
                ? [
                    <div key={field} className={styles.text}>
                      <dt>{of.title}</dt>
                      <dd>{value === null ? t('show.formerEmpty') : cell(of, readableValue(former, field))}</dd>
                    </div>,
                  ]
                : [];
            })}
          </dl>
        </div>
      ))}
    </section>
  );
}
