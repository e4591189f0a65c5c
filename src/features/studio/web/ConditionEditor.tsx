import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Select, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Expression } from '../../../platform/schema/expressions/expression.ts';
import type { EntitySchema, FieldSchema, Scalar } from '../../../platform/schema/types.ts';
import { controlOf } from '../../../platform/ui/web/fields/registry.tsx';
import { SelectControl } from '../../../platform/ui/web/fields/SelectControl.tsx';
import {
  comparisonsOf,
  conditionOf,
  expressionOf,
  inWords,
  needsValue,
  usableFields,
  type Comparison,
  type Condition,
  type Part,
} from './conditions.ts';
import styles from './studio.module.css';

interface Props {
  id: string;
  schema: EntitySchema;
  /** The field that the condition is about; it cannot look at itself. */
  about?: string;
  value: Expression | undefined;
  onChange: (value: Expression | undefined) => void;
}

const NONE: Condition = { join: 'and', parts: [] };

/** Composes a condition over the fields of a row. Incomplete parts are kept here until they are complete. */
export function ConditionEditor({ id, schema, about, value, onChange }: Props) {
  const { t } = useTranslation();
  const [condition, setCondition] = useState(() => {
    const known = value === undefined ? NONE : conditionOf(value);
    return known && inWords(schema, known);
  });
  const set = (next: Condition) => {
    setCondition(next);
    onChange(expressionOf(next));
  };
  if (condition === undefined)
    return (
      <Space id={id}>
        <span className={styles.hint}>{t('studio.conditionOfFile')}</span>
        <Button size="small" onClick={() => set(NONE)}>
          {t('studio.clearCondition')}
        </Button>
      </Space>
    );
  const { join, parts } = condition;
  const setPart = (i: number, part: Part) => set({ join, parts: parts.map((one, at) => (at === i ? part : one)) });
  return (
    <div id={id} className={styles.conditions} role="group">
      {parts.length > 1 && (
        <Select<Condition['join']>
          value={join}
          aria-label={t('studio.join')}
          options={(['and', 'or'] as const).map((one) => ({ value: one, label: t(`studio.joins.${one}`) }))}
          onChange={(next) => set({ join: next, parts })}
        />
      )}
      {parts.map((part, i) => (
        <PartEditor
          key={`${i} ${parts.length}`}
          id={`${id}-${i}`}
          schema={schema}
          about={about}
          part={part}
          onChange={(next) => setPart(i, next)}
          onRemove={() => set({ join, parts: parts.filter((_, at) => at !== i) })}
        />
      ))}
      <Button
        type="dashed"
        size="small"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => set({ join, parts: [...parts, { field: '', comparison: 'filled' }] })}
      >
        {t('studio.addCondition')}
      </Button>
    </div>
  );
}

interface PartProps {
  id: string;
  schema: EntitySchema;
  about: string | undefined;
  part: Part;
  onChange: (part: Part) => void;
  onRemove: () => void;
}

function PartEditor({ id, schema, about, part, onChange, onRemove }: PartProps) {
  const { t } = useTranslation();
  const field = schema.properties[part.field];
  const choose = (name: string) => {
    const [comparison = 'filled'] = comparisonsOf(schema.properties[name]);
    onChange({ field: name, comparison });
  };
  return (
    <div className={styles.condition}>
      <Select<string>
        value={part.field === '' ? undefined : part.field}
        placeholder={t('studio.chooseField')}
        aria-label={t('studio.chooseField')}
        showSearch
        optionFilterProp="label"
        options={usableFields(schema, about)}
        onChange={choose}
      />
      <Select<Comparison>
        value={part.comparison}
        aria-label={t('studio.comparison')}
        options={comparisonsOf(field).map((one) => ({ value: one, label: t(`studio.comparisons.${one}`) }))}
        onChange={(comparison) => onChange({ ...part, comparison })}
      />
      {field && needsValue(part.comparison) && (
        <PartValue id={id} field={field} value={part.value} onChange={(value) => onChange({ ...part, value })} />
      )}
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={t('studio.removeCondition')}
        onClick={onRemove}
      />
    </div>
  );
}

interface ValueProps {
  id: string;
  field: FieldSchema;
  value: Scalar | undefined;
  onChange: (value: Scalar | undefined) => void;
}

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** The value that a field is compared with, in the input of the field. */
function PartValue({ id, field, value, onChange }: ValueProps) {
  const { t } = useTranslation();
  const take = (next: unknown) => onChange(isScalar(next) ? next : undefined);
  const common = { id, field, value, label: t('studio.comparedValue'), placeholder: t('studio.comparedValue') };
  if (field.type === 'boolean')
    return (
      <SelectControl
        {...common}
        value={value === undefined ? undefined : String(value)}
        options={(['true', 'false'] as const).map((each) => ({ value: each, label: t(`studio.yesOrNo.${each}`) }))}
        onChange={(next) => take(next === undefined ? undefined : next === 'true')}
      />
    );
  if (field.enum) return <SelectControl {...common} onChange={take} />;
  const Control = controlOf(field);
  return <Control {...common} onChange={take} />;
}
