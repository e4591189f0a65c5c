import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../http/web/call.ts';
import { referringRows } from '../../../resources/contract/references.ts';
import { OWN_PAGE } from '../../../schema/own-resource.ts';
import { FailedState } from '../list/states.tsx';
import { useEntity } from '../use-entity.ts';
import styles from './show.module.css';

/** The rows of the school's own lists that refer to a row; nothing where there are none. */
export function ReferringRows({ entity, id }: { entity: string; id: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['references', entity, id],
    queryFn: ({ signal }) => call(referringRows, { params: { entity, id } }, { signal, quiet: true }),
    gcTime: 0,
  });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data || data.items.length === 0) return null;
  return (
    <section className={styles.part} aria-label={t('show.referredBy')}>
      <h3>{t('show.referredBy')}</h3>
      <dl className={styles.facts}>
        {data.items.map(({ entity: from, title, field, field_title: as, total, rows }) => (
          <div key={`${from} ${field}`}>
            <dt>
              <ListLink entity={from}>{t('show.referredAs', { title, field: as })}</ListLink>
            </dt>
            <dd>
              {rows.map(({ label }) => label).join('、')}
              {total > rows.length && t('show.moreReferring', { count: total })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A title, as a link to the list where it has a page of its own. */
function ListLink({ entity, children }: { entity: string; children: string }) {
  const isOwn = useEntity(entity)?.schema['x-resource'].path.includes('/x/') === true;
  return isOwn ? <Link to={`${OWN_PAGE}/${entity}`}>{children}</Link> : children;
}
