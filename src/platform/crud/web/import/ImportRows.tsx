import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Skeleton, Table, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../http/web/call.ts';
import type { ImportRow } from '../../../imports/contract.ts';
import type { Entity } from '../../../resources/contract/entity.ts';
import { Pages } from '../../../ui/web/Pages.tsx';
import { useMobile } from '../../../ui/web/use-mobile.ts';
import { FailedState } from '../list/states.tsx';
import styles from './import.module.css';

export type RowsTab = 'new' | 'changed' | 'same' | 'wrong' | 'kept';
const SIZE = 10;
/** A row of a file may have become several lines. */
const keyOf = ({ row, cells }: Pick<ImportRow, 'row' | 'cells'>) => `${row} ${cells.map(({ text }) => text).join(' ')}`;

/** The rows of a file with the same outcome, by page. */
export function ImportRows({ entity: { calls }, id, tab }: { entity: Entity; id: string; tab: RowsTab }) {
  const { t } = useTranslation();
  const mobile = useMobile();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['import-rows', id, tab, page],
    retry: false,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(calls.importRows, { params: { id }, query: { outcome: tab, page, size: SIZE } }, { signal, quiet: true }),
  });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 5 }} />;
  if (data.total === 0) return <p className={styles.none}>{t(`imports.none.${tab}`)}</p>;
  return (
    <>
      {mobile ? <Cards rows={data.items} tab={tab} /> : <Lines rows={data.items} tab={tab} />}
      {data.total > SIZE && (
        <Pages
          className={styles.pages}
          size="small"
          current={page}
          pageSize={SIZE}
          total={data.total}
          onChange={setPage}
        />
      )}
    </>
  );
}

interface LinesProps {
  rows: readonly ImportRow[];
  tab: RowsTab;
}

/** Changed fields with old and new value. */
function Changes({ changes }: { changes: ImportRow['changes'] }) {
  const { t } = useTranslation();
  const empty = t('imports.emptyValue');
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, title, before, after }) => (
        <li key={field}>
          <span className={styles.field}>{title}</span>
          <del aria-label={t('imports.was')}>{before ?? empty}</del>
          <span aria-hidden> → </span>
          <ins aria-label={t('imports.becomes')}>{after ?? empty}</ins>
        </li>
      ))}
    </ul>
  );
}

const Messages = ({ messages }: { messages: readonly string[] }) => (
  <ul className={styles.messages}>
    {messages.map((message) => (
      <li key={message}>{message}</li>
    ))}
  </ul>
);

function Lines({ rows, tab }: LinesProps) {
  const { t } = useTranslation();
  const fields = [...new Map(rows.flatMap(({ cells }) => cells.map(({ field, title }) => [field, title] as const)))];
  const columns: TableColumnType<ImportRow>[] = [
    { key: 'row', title: t('imports.row'), dataIndex: 'row', width: 72, fixed: 'left', className: styles.number },
    ...(tab === 'wrong'
      ? [
          {
            key: 'messages',
            title: t('imports.problems'),
            width: 320,
            render: (_: unknown, { messages }: ImportRow) => <Messages messages={messages} />,
          },
        ]
      : []),
    ...(tab === 'kept'
      ? [
          { key: 'label', dataIndex: 'label', width: 160 },
          {
            key: 'messages',
            title: t('imports.reasons'),
            render: (_: unknown, { messages }: ImportRow) => <Messages messages={messages} />,
          },
        ]
      : []),
    ...(tab === 'changed' || tab === 'same' ? [{ key: 'label', dataIndex: 'label', width: 160 }] : []),
    ...(tab === 'changed'
      ? [{ key: 'changes', render: (_: unknown, { changes }: ImportRow) => <Changes changes={changes} /> }]
      : []),
    ...(tab === 'new' || tab === 'wrong'
      ? fields.map(([field, title]) => ({
          key: field,
          title,
          width: 140,
          ellipsis: true,
          render: (_: unknown, { cells }: ImportRow) => cells.find((each) => each.field === field)?.text,
        }))
      : []),
  ];
  return (
    <Table<ImportRow>
      size="small"
      rowKey={keyOf}
      dataSource={[...rows]}
      columns={columns}
      pagination={false}
      scroll={{ x: 'max-content' }}
      tableLayout="fixed"
    />
  );
}

function Cards({ rows, tab }: LinesProps) {
  const { t } = useTranslation();
  return (
    <ul className={styles.cards}>
      {rows.map(({ row, label, cells, changes, messages }) => (
        <li key={keyOf({ row, cells })}>
          <p className={styles.cardTitle}>
            <span className={styles.number}>
              {t('imports.row')} {row}
            </span>{' '}
            {label}
          </p>
          {messages.length > 0 && <Messages messages={messages} />}
          {changes.length > 0 && <Changes changes={changes} />}
          {tab === 'new' && <p className={styles.text}>{cells.map(({ text }) => text).join('，')}</p>}
        </li>
      ))}
    </ul>
  );
}
