import { Pagination, Table, type TablePaginationConfig } from 'antd';
import type { Key, ReactNode } from 'react';
import { useMobile } from '../use-mobile.ts';
import styles from './row-table.module.css';

export interface RowColumn<T> {
  key: string;
  /** Absent for a column of acts. */
  title?: string;
  width?: number;
  align?: 'right';
  render: (row: T) => ReactNode;
}

interface Props<T> {
  rows: readonly T[];
  rowKey: (row: T) => Key;
  /** The first one names a row. */
  columns: readonly RowColumn<T>[];
  size?: 'middle' | 'small';
  /** Width below which the table scrolls, in pixels. */
  minWidth: number;
  pagination?: TablePaginationConfig;
}

const isEmpty = (value: ReactNode): boolean =>
  value === undefined || value === null || typeof value === 'boolean' || value === '';

/** A row on a phone: its name, then each filled column with its title, then the acts. */
function Card<T>({ row, columns: [name, ...others] }: { row: T; columns: readonly RowColumn<T>[] }) {
  const filled = others.map(({ key, title, render }) => ({ key, title, value: render(row) }));
  return (
    <li className={styles.card}>
      <div className={styles.name}>{name?.render(row)}</div>
      <dl className={styles.facts}>
        {filled.map(
          ({ key, title, value }) =>
            title !== undefined &&
            !isEmpty(value) && (
              <div key={key}>
                <dt>{title}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {filled.map(({ key, title, value }) => title === undefined && !isEmpty(value) && <div key={key}>{value}</div>)}
    </li>
  );
}

/** Rows that are no list of a resource: a table, and cards on phones, where a wide table would be cut. */
export function RowTable<T extends object>({ rows, rowKey, columns, size = 'middle', minWidth, pagination }: Props<T>) {
  const isPhone = useMobile();
  if (isPhone)
    return (
      <div className={styles.stack}>
        <ul className={styles.cards}>
          {rows.map((row) => (
            <Card key={rowKey(row)} row={row} columns={columns} />
          ))}
        </ul>
        {pagination && <Pagination {...pagination} size="small" align="center" />}
      </div>
    );
  return (
    <Table<T>
      rowKey={rowKey}
      size={size}
      scroll={{ x: minWidth }}
      dataSource={[...rows]}
      pagination={pagination ?? false}
      columns={columns.map(({ render, ...column }) => ({ ...column, render: (_: unknown, row: T) => render(row) }))}
    />
  );
}
