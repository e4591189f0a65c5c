import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Button, Checkbox, Switch, Table, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { kindOf } from '../../../platform/schema/compare.ts';
import type { EntitySchema, FieldSchema } from '../../../platform/schema/types.ts';
import { inOrder, moved, withField, withoutField, withPlace, withRequired, type Place } from './draft.ts';
import type { Finding } from './use-studio.ts';
import styles from './studio.module.css';

interface Props {
  schema: EntitySchema;
  /** The product's fields under the tenant's file. */
  ground: EntitySchema;
  /** Names of the product's own fields, which can be hidden and not removed. */
  core: readonly string[];
  /** Those of them that the product cannot do without. */
  needed: readonly string[];
  /** Names of fields that only other kinds of school have. */
  elsewhere: readonly string[];
  place: Place;
  findings: readonly Finding[];
  onChange: (next: EntitySchema) => void;
  onEdit: (name: string) => void;
}

interface Line {
  name: string;
  field: FieldSchema;
}

/** The fields of a resource, each with what can be said of it in one click; the rest stands in its dialog. */
export function FieldTable({ schema, ground, core, needed, elsewhere, place, findings, onChange, onEdit }: Props) {
  const { t } = useTranslation();
  const { id, label } = schema['x-resource'];
  const lines = inOrder(schema, place)
    .filter((name) => name !== id && !elsewhere.includes(name))
    .flatMap((name): Line[] => {
      const field = schema.properties[name];
      return field ? [{ name, field }] : [];
    });
  const placed = lines.filter(({ field }) => field[place] && !field['x-hidden']);
  const isCore = (name: string) => core.includes(name);
  const hide = (name: string, { 'x-hidden': _, ...field }: FieldSchema, hidden: boolean) =>
    onChange(
      withField(
        hidden ? withRequired(schema, name, false) : schema,
        name,
        hidden ? { ...field, 'x-hidden': true } : field,
      ),
    );

  const columns: TableColumnType<Line>[] = [
    {
      key: 'order',
      title: t('studio.order'),
      width: 76,
      render: (_, { name, field }) => {
        const i = placed.findIndex((one) => one.name === name);
        return (
          i >= 0 && (
            <span className={styles.moves}>
              <Button
                type="text"
                size="small"
                icon={<ArrowUpOutlined aria-hidden />}
                disabled={i === 0}
                aria-label={t('crud.moveUp', { title: field.title })}
                onClick={() => onChange(moved(schema, name, place, -1))}
              />
              <Button
                type="text"
                size="small"
                icon={<ArrowDownOutlined aria-hidden />}
                disabled={i === placed.length - 1}
                aria-label={t('crud.moveDown', { title: field.title })}
                onClick={() => onChange(moved(schema, name, place, 1))}
              />
            </span>
          )
        );
      },
    },
    {
      key: 'title',
      title: t('studio.name'),
      width: 216,
      render: (_, { name, field }) => (
        <div>
          <span className={field['x-hidden'] ? styles.hidden : undefined}>{field.title || t('studio.untitled')}</span>
          <code className={styles.code}>{name}</code>
          {findings
            .filter(({ pointer }) => pointer.startsWith(`/properties/${name}/`) || pointer === `/properties/${name}`)
            .map(({ pointer, reason, fix }) => (
              <p key={pointer + reason} className={styles.wrong} role="alert">
                {reason}。{fix}
                <code className={styles.pointer}>{pointer}</code>
              </p>
            ))}
        </div>
      ),
    },
    { key: 'kind', title: t('studio.kind'), width: 84, render: (_, { field }) => kindOf(field) },
    {
      key: 'origin',
      title: t('studio.origin'),
      width: 84,
      render: (_, { name }) =>
        isCore(name) ? (
          <span className={styles.hint}>{t('studio.ofProduct')}</span>
        ) : (
          <span className={styles.tag}>{t('studio.ofTenant')}</span>
        ),
    },
    {
      key: 'required',
      title: t('studio.required'),
      width: 68,
      render: (_, { name, field }) => (
        <Switch
          size="small"
          checked={schema.required.includes(name)}
          disabled={
            needed.includes(name) || field.readOnly || field['x-hidden'] || !field['x-form']?.on.includes('create')
          }
          aria-label={`${t('studio.required')} ${field.title}`}
          onChange={(on) => onChange(withRequired(schema, name, on))}
        />
      ),
    },
    {
      key: 'list',
      title: t('studio.inList'),
      width: 60,
      render: (_, { name, field }) => (
        <Checkbox
          checked={field['x-list'] !== undefined}
          disabled={field['x-hidden']}
          aria-label={`${t('studio.inList')} ${field.title}`}
          onChange={(event) => onChange(withPlace(schema, ground, name, 'x-list', event.target.checked))}
        />
      ),
    },
    {
      key: 'form',
      title: t('studio.inForm'),
      width: 60,
      render: (_, { name, field }) => (
        <Checkbox
          checked={field['x-form'] !== undefined}
          disabled={
            field['x-hidden'] || field.readOnly || (isCore(name) && ground.properties[name]?.['x-form'] === undefined)
          }
          aria-label={`${t('studio.inForm')} ${field.title}`}
          onChange={(event) => onChange(withPlace(schema, ground, name, 'x-form', event.target.checked))}
        />
      ),
    },
    {
      key: 'used',
      title: t('studio.used'),
      width: 68,
      render: (_, { name, field }) => (
        <Switch
          size="small"
          checked={!field['x-hidden']}
          disabled={name === label || needed.includes(name)}
          aria-label={`${t('studio.used')} ${field.title}`}
          onChange={(on) => hide(name, field, !on)}
        />
      ),
    },
    {
      key: ':acts',
      title: t('crud.acts'),
      width: 120,
      fixed: 'right',
      render: (_, { name, field }) => (
        <span className={styles.moves}>
          <Button type="link" size="small" aria-label={`${t('crud.edit')} ${field.title}`} onClick={() => onEdit(name)}>
            {t('crud.edit')}
          </Button>
          {!isCore(name) && (
            <Button
              type="link"
              size="small"
              danger
              aria-label={`${t('crud.delete')} ${field.title}`}
              onClick={() => onChange(withoutField(schema, name))}
            >
              {t('crud.delete')}
            </Button>
          )}
        </span>
      ),
    },
  ];
  return (
    <Table<Line>
      className={styles.table}
      rowKey="name"
      size="small"
      columns={columns}
      dataSource={lines}
      pagination={false}
      scroll={{ x: columns.reduce((sum, column) => sum + Number(column.width), 0) }}
    />
  );
}
