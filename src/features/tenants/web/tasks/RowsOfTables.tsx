import { Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { TABLE_TITLES } from '../../table-titles.ts';
import { usePageOfRows } from './use-page-of-rows.ts';
import styles from '../tenants.module.css';

provideTexts({ erasedTables: TABLE_TITLES });

const isTitled = (name: string): name is keyof typeof TABLE_TITLES => Object.hasOwn(TABLE_TITLES, name);

interface TableRows {
  name: string;
  title: string;
  rows: number;
}

/** How many rows each table of an organisation has. */
export function RowsOfTables({ tables }: { tables: readonly TableRows[] }) {
  const { t } = useTranslation();
  const pagination = usePageOfRows();
  return (
    <Table<TableRows>
      rowKey="name"
      size="small"
      pagination={pagination}
      dataSource={[...tables]}
      columns={[
        {
          title: t('platform.tasks.table'),
          dataIndex: 'title',
          render: (title: string, { name }) => (
            <>
              {isTitled(name) ? t(`erasedTables.${name}`) : title} <span className={styles.small}>{name}</span>
            </>
          ),
        },
        { title: t('platform.tasks.rows'), dataIndex: 'rows', width: 110, align: 'right' },
      ]}
    />
  );
}
