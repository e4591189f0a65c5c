import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { EntitySchema, FieldSchema } from '../../../../platform/schema/types.ts';
import { withField } from '../draft.ts';
import styles from '../studio.module.css';

interface Props {
  schema: EntitySchema;
  onChange: (next: EntitySchema) => void;
}

const without = ({ 'x-fixed': _, ...field }: FieldSchema): FieldSchema => field;

/** The fields that schools may not change. A field of which only some keywords are fixed keeps them until it is removed. */
export function FixedFields({ schema, onChange }: Props) {
  const { t } = useTranslation();
  const { id } = schema['x-resource'];
  const fields = Object.entries(schema.properties).filter(([name, field]) => name !== id && !field['x-hidden']);
  const fixed = fields.filter(([, field]) => field['x-fixed'] !== undefined).map(([name]) => name);
  const change = (names: readonly string[]) =>
    onChange(
      fields.reduce((next, [name, field]) => {
        if (names.includes(name) === fixed.includes(name)) return next;
        return withField(next, name, names.includes(name) ? { ...field, 'x-fixed': true } : without(field));
      }, schema),
    );
  return (
    <div className={styles.note}>
      <label htmlFor="layer-fixed">{t('layers.fixed')}</label>
      <Select
        id="layer-fixed"
        mode="multiple"
        className={styles.wide}
        value={fixed}
        placeholder={t('layers.fixedNone')}
        optionFilterProp="label"
        options={fields.map(([name, { title }]) => ({ value: name, label: title }))}
        onChange={change}
      />
      <p className={styles.hint}>{t('layers.fixedHint')}</p>
    </div>
  );
}
