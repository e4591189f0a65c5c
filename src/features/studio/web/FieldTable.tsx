import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Button, Checkbox, Switch, Table, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { kindOf } from '../../../platform/schema/compare.ts';
import type { EntitySchema, FieldSchema } from '../../../platform/schema/types.ts';
import { orderedNames, withFieldMoved, withField, withoutField, withPlace, withRequired, type Place } from './draft.ts';
import type { Finding } from './use-studio.ts';
import styles from './studio.module.css';

interface Props {
  schema: EntitySchema;
  /** The schema without the overlay of the tenant. */
  base: EntitySchema;
  /** Names of the product's fields, which can be hidden but not removed. */
  core: readonly string[];
  /** Fields that the product requires. */
  needed: readonly string[];
  /** Fields that only other types of school have. */
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

/** The fields of a resource with the most common settings; a dialog has the others. */
export function FieldTable({ schema, base, core, needed, elsewhere, place, findings, onChange, onEdit }: Props) {
  const { t } = useTranslation();
  const { id, label } = schema['x-resource'];
  const lines = orderedNames(schema, place)
    .filter((name) => name !== id && !elsewhere.includes(name))
    .flatMap((name): Line[] => {
      const field = schema.properties[name];
      return field ? [{ name, field }] : [];
    });
  const fieldsInPlace = lines.filter(({ field }) => field[place] && !field['x-hidden']);
  const isCore = (name: string) => core.includes(name);
  const setHidden = (name: string, { 'x-hidden': _, ...field }: FieldSchema, hidden: boolean) =>
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
        const index = fieldsInPlace.findIndex((line) => line.name === name);
        return (
          index >= 0 && (
            <span className={styles.moves}>
              <Button
                type="text"
                size="small"
                icon={<ArrowUpOutlined aria-hidden />}
                disabled={index === 0}
                aria-label={t('crud.moveUp', { title: field.title })}
                onClick={() => onChange(withFieldMoved(schema, name, place, -1))}
              />
              <Button
                type="text"
                size="small"
                icon={<ArrowDownOutlined aria-hidden />}
                disabled={index === fieldsInPlace.length - 1}
                aria-label={t('crud.moveDown', { title: field.title })}
                onClick={() => onChange(withFieldMoved(schema, name, place, 1))}
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
      render: (_, { name, field }) =>
        isCore(name) ? (
          <span className={styles.hint}>{t(field['x-tenant'] ? 'studio.ofUpper' : 'studio.ofProduct')}</span>
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
          onChange={(checked) => onChange(withRequired(schema, name, checked))}
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
          onChange={(event) => onChange(withPlace(schema, base, name, 'x-list', event.target.checked))}
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
            field['x-hidden'] || field.readOnly || (isCore(name) && base.properties[name]?.['x-form'] === undefined)
          }
          aria-label={`${t('studio.inForm')} ${field.title}`}
          onChange={(event) => onChange(withPlace(schema, base, name, 'x-form', event.target.checked))}
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
          onChange={(checked) => setHidden(name, field, !checked)}
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
