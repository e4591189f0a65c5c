import { Checkbox, Input, Radio, Select, Table, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { LABEL_MAX } from '../draft.ts';
import { type Kind } from '../field-kinds.ts';
import { isMoment, isUsable, kindOfColumn, kindsFor, namesRows, withColumnKind, type Column } from './columns.ts';
import styles from './sheet.module.css';

interface Props {
  columns: readonly Column[];
  rows: number;
  /** The header of the column that names the rows. */
  label: string | undefined;
  onChange: (columns: readonly Column[]) => void;
  onLabel: (header: string) => void;
}

/** The columns of a table with what becomes of each. */
export function ColumnTable({ columns, rows, label, onChange, onLabel }: Props) {
  const { t } = useTranslation();
  const set = (header: string, change: (column: Column) => Column) =>
    onChange(columns.map((column) => (column.header === header ? change(column) : column)));
  const kindText = (column: Column, kind: Kind) => {
    if (kind === 'row') return t('studioSheet.student');
    return kind === 'date' && isMoment(column.guessed) && kindOfColumn(column.guessed) === kind
      ? t('studioSheet.moment')
      : t(`studio.kinds.${kind}`);
  };
  const shown: TableColumnType<Column>[] = [
    {
      title: t('studioSheet.use'),
      width: 64,
      render: (_, column) => (
        <Checkbox
          checked={column.included}
          disabled={!isUsable(column) || column.header === label}
          aria-label={t('studioSheet.useOf', { header: column.header })}
          onChange={({ target }) => set(column.header, (one) => ({ ...one, included: target.checked }))}
        />
      ),
    },
    {
      title: t('studioSheet.column'),
      render: (_, column) => (
        <>
          <Input
            value={column.title}
            maxLength={LABEL_MAX}
            disabled={!column.included}
            status={column.included && column.title.trim() === '' ? 'error' : ''}
            aria-label={t('studioSheet.titleOf', { header: column.header })}
            onChange={({ target }) => set(column.header, (one) => ({ ...one, title: target.value }))}
          />
          <p className={styles.examples}>
            {isUsable(column)
              ? column.examples.join('、') || t('studioSheet.empty')
              : t('studioSheet.longHeader', { max: LABEL_MAX })}
          </p>
        </>
      ),
    },
    {
      title: t('studio.kind'),
      width: 180,
      render: (_, column) =>
        column.header === label ? (
          t('studio.kinds.text')
        ) : (
          <Select<Kind>
            className={styles.kind}
            value={kindOfColumn(column.field)}
            disabled={!column.included}
            virtual={false}
            aria-label={t('studioSheet.kindOf', { header: column.header })}
            options={kindsFor(column).map((value) => ({ value, label: kindText(column, value) }))}
            onChange={(kind) => set(column.header, (one) => withColumnKind(one, kind))}
          />
        ),
    },
    {
      title: t('studioSheet.label'),
      width: 90,
      render: (_, column) => (
        <Radio
          checked={column.header === label}
          disabled={!namesRows(column, rows)}
          aria-label={t('studioSheet.labelOf', { header: column.header })}
          onChange={() => onLabel(column.header)}
        />
      ),
    },
  ];
  return (
    <Table<Column>
      className={styles.table}
      rowKey="header"
      size="small"
      pagination={false}
      scroll={{ x: 560 }}
      dataSource={[...columns]}
      columns={shown}
    />
  );
}
