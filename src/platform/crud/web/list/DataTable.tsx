import { SwapOutlined } from '@ant-design/icons';
import { getDefaultSortOrder, mapAntdSorterToCrudSorting } from '@refinedev/antd';
import { Button, Table, type TableColumnType } from 'antd';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { rowId, rowName } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import { readableValue } from '../../../schema/references.ts';
import { useStable } from '../../../ui/web/use-stable.ts';
import { fitColumns } from './column-widths.ts';
import type { ListProps } from './list-props.ts';
import { RowLink, useRowLinks } from './row-links.tsx';
import { sortOf, sortersOf } from './sorters.ts';
import { useTableWidth } from './use-table-width.ts';
import type { Density } from './use-view.ts';
import { valueOf } from './value-of.tsx';
import styles from './list.module.css';

const COLUMN_WIDTH = 140;
const SELECTION_WIDTH = 48;
const WAITING_ROWS = 10;

interface Props extends Pick<
  ListProps,
  'entity' | 'columns' | 'rows' | 'busy' | 'selection' | 'acts' | 'actsWidth' | 'empty'
> {
  sort: string | undefined;
  onSort: (sort: string | undefined) => void;
  density: Density;
}

/** Narrowest act column. */
const ACTS_WIDTH = 88;

/** Disables nested rows: antd would use a field called `children`, and no field has this name. */
const FLAT = { childrenColumnName: ' ' };

/** Title of the act column. Where columns are out of sight, its button shows them and returns. */
function ActsTitle({ hidden, onSlide }: { hidden: number; onSlide: () => void }) {
  const { t } = useTranslation();
  if (hidden === 0) return t('crud.acts');
  const label = t('crud.slide', { count: hidden });
  return (
    <span className={styles.actsTitle}>
      {t('crud.acts')}
      <Button size="small" type="text" icon={<SwapOutlined />} aria-label={label} title={label} onClick={onSlide} />
    </span>
  );
}

const bone = () => <span className={styles.bone} />;

/** The rows as a table with a fixed first column and fixed acts. Memoised, because it is expensive to render. */
export const DataTable = memo(function DataTable({
  entity: { schema },
  columns,
  rows,
  busy,
  sort,
  onSort,
  density,
  selection,
  acts,
  actsWidth,
  empty,
}: Props) {
  const { t } = useTranslation();
  const linkOf = useRowLinks(schema.$id);
  const waiting = rows === undefined;
  const idField = schema['x-resource'].id;
  const bones = useMemo<Row[]>(
    () => Array.from({ length: WAITING_ROWS }, (_, i) => ({ [idField]: String(i) })),
    [idField],
  );

  const [box, boxWidth] = useTableWidth();
  const actsColumn = acts ? Math.max(ACTS_WIDTH, actsWidth) : 0;
  const beside = actsColumn + (selection ? SELECTION_WIDTH : 0);
  const { widths, hidden } = useMemo(
    () =>
      fitColumns(
        columns.map((column) => column.width ?? COLUMN_WIDTH),
        (boxWidth ?? 0) - beside,
      ),
    [columns, boxWidth, beside],
  );
  const slide = useStable(() => {
    const content = box.current?.querySelector('.ant-table-content');
    content?.scrollTo({ left: content.scrollLeft > 0 ? 0 : content.scrollWidth });
  });

  const tableColumns = useMemo(() => {
    const sorters = sortersOf(sort);
    const made = columns.map((column, i): TableColumnType<Row> => {
      const field = schema.properties[column.field];
      return {
        key: column.field,
        dataIndex: column.field,
        title: column.title,
        width: widths[i] ?? COLUMN_WIDTH,
        ellipsis: true,
        ...(i === 0 && { fixed: 'left' as const, className: styles.first }),
        sorter: column.sortable,
        sortOrder: getDefaultSortOrder(column.field, sorters) ?? null,
        render: waiting
          ? bone
          : (_, row) => {
              if (field === undefined) return undefined;
              const target = linkOf(column.field, row);
              const value = valueOf(field, readableValue(row, column.field), {
                entity: schema.$id,
                id: rowId(schema, row),
                field: column.field,
              });
              return target === undefined ? (
                value
              ) : (
                <RowLink target={target} row={row}>
                  {value}
                </RowLink>
              );
            },
      };
    });
    if (acts)
      made.push({
        key: ':acts',
        title: <ActsTitle hidden={hidden} onSlide={slide} />,
        width: actsColumn,
        fixed: 'right',
        render: waiting ? bone : (_, row) => acts(row),
      });
    return made;
  }, [columns, widths, hidden, slide, schema, sort, waiting, acts, actsColumn, linkOf]);
  const width = widths.reduce((sum, each) => sum + each, beside);

  return (
    <div ref={box}>
      {/* The widths of the columns need that of the table, which is drawn once. */}
      {boxWidth !== undefined && (
        <Table<Row>
          className={styles.table}
          rowKey={(row) => rowId(schema, row)}
          columns={tableColumns}
          dataSource={waiting ? bones : rows}
          size={density}
          pagination={false}
          scroll={{ x: width }}
          loading={{ spinning: busy && !waiting, delay: 200 }}
          aria-busy={waiting || busy}
          locale={{ emptyText: empty }}
          showSorterTooltip={false}
          expandable={FLAT}
          rowSelection={
            selection && {
              columnWidth: SELECTION_WIDTH,
              fixed: true,
              preserveSelectedRowKeys: true,
              selectedRowKeys: selection.ids,
              onChange: (_, chosen) => selection.set(chosen),
              getTitleCheckboxProps: () => ({ 'aria-label': t('crud.selectAll') }),
              getCheckboxProps: (row) => ({
                disabled: waiting,
                'aria-label': t('crud.select', { name: waiting ? '' : rowName(schema, row) }),
              }),
            }
          }
          onChange={(_, __, sorter) => onSort(sortOf(mapAntdSorterToCrudSorting(sorter)))}
        />
      )}
    </div>
  );
});
