import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { FIXABLE_PARTS, type FixablePart } from '../../../../platform/schema/fixable.ts';
import type { EntitySchema, FieldSchema } from '../../../../platform/schema/types.ts';
import { withField } from '../draft.ts';
import styles from '../studio.module.css';

interface Props {
  schema: EntitySchema;
  onChange: (next: EntitySchema) => void;
}

const without = ({ 'x-fixed': _, ...field }: FieldSchema): FieldSchema => field;

/** Names of parts in the choice; no field is named so. */
const PART = 'part:';
const ALL_PARTS = Object.keys(FIXABLE_PARTS) as FixablePart[];

/** The parts that a resource has. */
const partsOf = ({ 'x-resource': meta, 'x-rules': rules }: EntitySchema): FixablePart[] =>
  ALL_PARTS.filter(
    (part) =>
      meta.fixed?.includes(part) ||
      FIXABLE_PARTS[part].some((key) => meta[key] !== undefined) ||
      (part === 'rules' && rules !== undefined),
  );

function withParts(schema: EntitySchema, parts: readonly FixablePart[]): EntitySchema {
  const { fixed: _, ...meta } = schema['x-resource'];
  return { ...schema, 'x-resource': { ...meta, ...(parts.length > 0 && { fixed: parts }) } };
}

/**
 * The fields and parts that schools may not change. A field of which only some keywords are fixed keeps them until it
 * is removed.
 */
export function FixedFields({ schema, onChange }: Props) {
  const { t } = useTranslation();
  const { id, fixed: fixedParts = [] } = schema['x-resource'];
  const fields = Object.entries(schema.properties).filter(([name, field]) => name !== id && !field['x-hidden']);
  const fixed = fields.filter(([, field]) => field['x-fixed'] !== undefined).map(([name]) => name);
  const parts = partsOf(schema);
  const change = (names: readonly string[]) => {
    const next = fields.reduce((made, [name, field]) => {
      if (names.includes(name) === fixed.includes(name)) return made;
      return withField(made, name, names.includes(name) ? { ...field, 'x-fixed': true } : without(field));
    }, schema);
    onChange(
      withParts(
        next,
        parts.filter((part) => names.includes(`${PART}${part}`)),
      ),
    );
  };
  return (
    <div className={styles.note}>
      <label htmlFor="layer-fixed">{t('layers.fixed')}</label>
      <Select
        id="layer-fixed"
        mode="multiple"
        className={styles.wide}
        value={[...fixed, ...fixedParts.map((part) => `${PART}${part}`)]}
        placeholder={t('layers.fixedNone')}
        optionFilterProp="label"
        options={[
          {
            label: t('layers.fixedFields'),
            options: fields.map(([name, { title }]) => ({ value: name, label: title })),
          },
          ...(parts.length > 0
            ? [
                {
                  label: t('layers.fixedParts'),
                  options: parts.map((part) => ({ value: `${PART}${part}`, label: t(`layers.parts.${part}`) })),
                },
              ]
            : []),
        ]}
        onChange={change}
      />
      <p className={styles.hint}>{t('layers.fixedHint')}</p>
    </div>
  );
}
