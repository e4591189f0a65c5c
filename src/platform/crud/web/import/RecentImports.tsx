import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../http/web/call.ts';
import type { Entity } from '../../../resources/contract/entity.ts';
import { labelOf } from '../../../schema/labels.ts';
import { dateText } from '../../../ui/web/date-text.ts';
import styles from './import.module.css';

const SHOWN = 20;

/** Recent imports, which can be reopened to continue or undo them. */
export function RecentImports({
  entity: { name, calls },
  open,
  onOpen,
}: {
  entity: Entity;
  open: boolean;
  onOpen: (id: string) => void;
}) {
  const { t } = useTranslation();
  const { data, isError } = useQuery({
    queryKey: ['imports', name],
    enabled: open,
    retry: false,
    staleTime: 0,
    queryFn: ({ signal }) => call(calls.imports, { query: { size: SHOWN } }, { signal, quiet: true }),
  });
  if (isError) return null;
  return (
    <section>
      <h3 className={styles.subtitle}>{t('imports.recent')}</h3>
      {!data && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {data?.items.length === 0 && <p className={styles.text}>{t('imports.recentNone')}</p>}
      <ul className={styles.recent}>
        {data?.items.map((one) => (
          <li key={one.import_id}>
            <span className={styles.recentName}>{one.file_name}</span>
            <span className={styles.recentBy}>
              {t('imports.by', { name: one.user_name, at: dateText(one.created_at) })}
            </span>
            <span className={styles.status}>{labelOf('import_status', one.status)}</span>
            <Button
              type="link"
              size="small"
              aria-label={t('imports.open', { name: one.file_name })}
              onClick={() => onOpen(one.import_id)}
            >
              {t('imports.view')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
