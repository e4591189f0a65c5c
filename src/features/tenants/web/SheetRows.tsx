import { Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import type { NewRow } from '../contract/organisations.ts';
import styles from './tenants.module.css';

const TONES = { new: 'active', created: 'done', present: 'grey', refused: 'red' } as const;

/** The rows of a sheet of organisations: what becomes of each, and what is wrong with it. */
export function SheetRows({ rows }: { rows: readonly NewRow[] }) {
  const { t } = useTranslation();
  return (
    <Table<NewRow>
      rowKey="no"
      size="small"
      pagination={false}
      scroll={{ x: 560, y: 420 }}
      dataSource={[...rows]}
      columns={[
        { title: t('platform.rowNo'), dataIndex: 'no', width: 60 },
        {
          title: t('platform.columns.name'),
          width: 200,
          render: (_, { org_name, org_id }) => (
            <span className={styles.lines}>
              <span>{org_name || '—'}</span>
              <span className={styles.small}>{org_id}</span>
            </span>
          ),
        },
        {
          title: t('platform.rowResult'),
          render: (_, { outcome, problems }) => (
            <span className={styles.lines}>
              <StatusTag tone={TONES[outcome]}>{t(`platform.outcomes.${outcome}`)}</StatusTag>
              {problems.map(({ column, reason, fix }) => (
                <span key={column + reason} className={styles.small}>
                  {t('platform.problem', { column, reason, fix })}
                </span>
              ))}
            </span>
          ),
        },
      ]}
    />
  );
}
