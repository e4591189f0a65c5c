import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { valueOf } from '../../../platform/crud/web/list/value-of.tsx';
import { useEntity } from '../../../platform/crud/web/use-entity.ts';
import { call } from '../../../platform/http/web/call.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { childRelation } from '../../guardians/public.ts';
import styles from './archive.module.css';

/** The guardians of a student with their masked mobiles, which some roles may reveal. */
export function GuardianRows({ childId }: { childId: string }) {
  const { t } = useTranslation();
  const field = useEntity('guardian')?.schema.properties['mobile'];
  const { data, error, refetch } = useQuery({
    queryKey: ['archive-guardians', childId],
    queryFn: ({ signal }) => call(childRelation, { params: { id: childId }, query: {} }, { signal, quiet: true }),
    gcTime: 0,
  });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  if (data.items.length === 0) return <p className={styles.quiet}>{t('archive.noGuardians')}</p>;
  return (
    <ul className={styles.rows}>
      {data.items.map(({ guardian_id: id, guardian_name, relation, mobile }) => (
        <li key={id} className={styles.line}>
          <span className={styles.quiet}>{labelOf('guardian_relation', relation)}</span>
          <span>{guardian_name}</span>
          {mobile === undefined ? (
            <span className={styles.quiet}>{t('archive.noMobile')}</span>
          ) : field ? (
            valueOf(field, mobile, { entity: 'guardian', id, field: 'mobile' })
          ) : (
            mobile
          )}
        </li>
      ))}
    </ul>
  );
}
