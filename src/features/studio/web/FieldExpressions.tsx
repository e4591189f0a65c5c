import { Checkbox, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Expression } from '../../../platform/schema/expressions/expression.ts';
import { referredEntity } from '../../../platform/schema/references.ts';
import { isSeveral, type EntitySchema, type FieldSchema } from '../../../platform/schema/types.ts';
import { ConditionEditor } from './ConditionEditor.tsx';
import { kindOf, type Kind } from './field-kinds.ts';
import { FieldRow } from './FieldRow.tsx';
import { FormulaEditor } from './FormulaEditor.tsx';
import styles from './studio.module.css';

interface Props {
  schema: EntitySchema;
  name: string;
  field: FieldSchema;
  onChange: (change: { [K in keyof FieldSchema]?: FieldSchema[K] | undefined }) => void;
}

/** Kinds whose values can be computed. */
const COMPUTED: ReadonlySet<Kind> = new Set<Kind>(['integer', 'number', 'text']);
const newFormula = ({ type }: FieldSchema): Expression =>
  type === 'string' ? { var: '' } : { '*': [{ var: '' }, { var: '' }] };

/** Defaults that the day or the user gives. */
const DEFAULTS: Readonly<Record<string, (field: FieldSchema) => boolean>> = {
  $today: ({ format }) => format === 'date',
  $me: (field) => field['x-kind'] === 'row' && field['x-of'] === 'teacher',
  $my_class: (field) => referredEntity(field) === 'class' && !isSeveral(field),
};

/** When a field is shown and required, what it begins with, or how it is computed. */
export function FieldExpressions({ schema, name, field, onChange }: Props) {
  const { t } = useTranslation();
  const kind = kindOf(field);
  const computed = field['x-computed'];
  if (field['x-sequence'] !== undefined)
    return (
      <FieldRow id="studio-sequence" label={t('studio.sequence')} hint={t('studio.sequenceFormat')}>
        <Input
          id="studio-sequence"
          value={field['x-sequence']}
          maxLength={40}
          onChange={({ target }) => onChange({ 'x-sequence': target.value })}
        />
      </FieldRow>
    );
  const compute = (on: boolean) =>
    onChange(
      on
        ? {
            'x-computed': newFormula(field),
            readOnly: true,
            'x-form': undefined,
            'x-show': undefined,
            'x-require': undefined,
            'x-default': undefined,
            'x-sheet': { ...field['x-sheet'], import: false },
          }
        : {
            'x-computed': undefined,
            readOnly: undefined,
            'x-form': { on: ['create', 'edit'], order: field['x-list']?.order ?? 99 },
          },
    );
  const defaults = Object.entries(DEFAULTS).filter(([, fits]) => fits(field));
  const initial = field['x-default'];
  const chosen = typeof initial === 'object' && typeof initial['var'] === 'string' ? initial['var'] : undefined;
  return (
    <>
      {(COMPUTED.has(kind) || computed !== undefined) && (
        <FieldRow id="studio-computed" label={t('studio.computed')} hint={t('studio.computedHint')}>
          <Checkbox
            id="studio-computed"
            checked={computed !== undefined}
            onChange={(event) => compute(event.target.checked)}
          >
            {t('studio.computedByFormula')}
          </Checkbox>
          {computed !== undefined && (
            <FormulaEditor
              schema={schema}
              name={name}
              field={field}
              value={computed}
              onChange={(value) => onChange({ 'x-computed': value })}
            />
          )}
        </FieldRow>
      )}
      {computed === undefined && field['x-form'] && (
        <>
          {defaults.length > 0 && (
            <FieldRow id="studio-default" label={t('studio.initial')}>
              <Select<string>
                id="studio-default"
                className={styles.select}
                allowClear
                value={chosen}
                placeholder={t('studio.noInitial')}
                options={defaults.map(([value]) => ({
                  value,
                  label: t(`studio.initials.${value.slice(1) as 'today' | 'me' | 'my_class'}`),
                }))}
                onChange={(value: string | undefined) =>
                  onChange({ 'x-default': value === undefined ? undefined : { var: value } })
                }
              />
            </FieldRow>
          )}
          {(['x-show', 'x-require'] as const).map((key) => (
            <FieldRow key={key} id={`studio-${key}`} label={t(`studio.${key}`)} hint={t(`studio.${key}Hint`)}>
              <ConditionEditor
                id={`studio-${key}`}
                schema={schema}
                about={name}
                value={field[key]}
                onChange={(value) => onChange({ [key]: value })}
              />
            </FieldRow>
          ))}
        </>
      )}
    </>
  );
}
