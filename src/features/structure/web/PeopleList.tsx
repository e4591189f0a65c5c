import { Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Pages } from '../../../platform/ui/web/Pages.tsx';
import { usePeople } from './use-structure.ts';
import styles from './structure.module.css';

const SIZE = 20;

/** The people of a department; at the root those who belong to none. */
export function PeopleList({ id, isRoot }: { id: string; isRoot: boolean }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = usePeople(id, page, SIZE);
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  return (
    <>
      <h3 className={styles.part}>{t(isRoot ? 'structure.withoutDepartment' : 'structure.staff')}</h3>
      {data.total === 0 && <p className={styles.help}>{t('structure.noStaff')}</p>}
      <ul className={styles.staff}>
        {data.items.map(({ user_id, real_name, role_names, enabled }) => (
          <li key={user_id}>
            <span>{real_name}</span>
            <span className={styles.unassigned}>{role_names}</span>
            {!enabled && <Tag>{t('structure.disabled')}</Tag>}
          </li>
        ))}
      </ul>
      {data.total > SIZE && (
        <Pages size="small" simple current={page} pageSize={SIZE} total={data.total} onChange={setPage} />
      )}
    </>
  );
}
