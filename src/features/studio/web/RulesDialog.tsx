import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import type { Rule } from '../../../platform/schema/expressions/expression.ts';
import { isRange } from '../../../platform/schema/ranges.ts';
import type { ResourceMeta } from '../../../platform/schema/resource-meta.ts';
import { isSeveral, type EntitySchema } from '../../../platform/schema/types.ts';
import { ConditionEditor } from './ConditionEditor.tsx';
import { usableFields } from './conditions.ts';
import { FieldRow } from './FieldRow.tsx';
import styles from './studio.module.css';

interface Props {
  open: boolean;
  /** The schema of the draft. */
  schema: EntitySchema;
  onClose: () => void;
  onDone: (next: EntitySchema) => void;
}

const MESSAGE_MAX = 100;
const NEW: Rule = { when: true, message: '', fields: [] };

type Groups = Pick<ResourceMeta, 'unique' | 'no_overlap'>;

/** The rules across the fields of a row, and what no two rows may share. */
export function RulesDialog({ open, ...rest }: Props) {
  return <Form key={String(open)} open={open} {...rest} />;
}

function Form({ open, schema, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const [rules, setRules] = useState(schema['x-rules'] ?? []);
  const { unique, no_overlap } = schema['x-resource'];
  const [groups, setGroups] = useState<Groups>({ unique, no_overlap });
  const [submitted, setSubmitted] = useState(false);
  const isComplete = ({ when, message, fields }: Rule) => when !== true && message.trim() !== '' && fields.length > 0;
  const done = () => {
    setSubmitted(true);
    if (!rules.every(isComplete)) return;
    onDone(withRules(schema, rules, groups));
    onClose();
  };
  const set = (i: number, change: Partial<Rule>) =>
    setRules(rules.map((rule, at) => (at === i ? { ...rule, ...change } : rule)));
  return (
    <Sheet
      open={open}
      title={t('studio.rules')}
      onClose={onClose}
      act={{ label: t('studio.toDraft'), busy: false, onClick: done }}
    >
      <div className={styles.form}>
        {rules.map((rule, i) => (
          <FieldRow
            key={`${i} ${rules.length}`}
            id={`studio-rule-${i}`}
            label={t('studio.ruleOf', { n: i + 1 })}
            problem={submitted && !isComplete(rule) ? t('studio.ruleRule') : undefined}
          >
            <div className={styles.conditions}>
              <ConditionEditor
                id={`studio-rule-${i}`}
                schema={schema}
                value={rule.when === true ? undefined : rule.when}
                onChange={(when) => set(i, { when: when ?? true })}
              />
              <Input
                value={rule.message}
                maxLength={MESSAGE_MAX}
                placeholder={t('studio.ruleMessage')}
                aria-label={t('studio.ruleMessage')}
                onChange={({ target }) => set(i, { message: target.value })}
              />
              <Select<string>
                className={styles.select}
                value={rule.fields[0]}
                placeholder={t('studio.ruleField')}
                aria-label={t('studio.ruleField')}
                options={usableFields(schema).filter(({ value }) => schema.properties[value]?.['x-form'])}
                onChange={(name) => set(i, { fields: [name] })}
              />
              <Button
                type="text"
                className={styles.start}
                icon={<DeleteOutlined aria-hidden />}
                onClick={() => setRules(rules.filter((_, at) => at !== i))}
              >
                {t('studio.removeRule')}
              </Button>
            </div>
          </FieldRow>
        ))}
        <Button type="dashed" block icon={<PlusOutlined aria-hidden />} onClick={() => setRules([...rules, NEW])}>
          {t('studio.addRule')}
        </Button>
        <GroupRows schema={schema} groups={groups} onChange={setGroups} />
      </div>
    </Sheet>
  );
}

/** The draft with these rules; empty ones are left out. */
function withRules({ 'x-rules': _, ...schema }: EntitySchema, rules: readonly Rule[], groups: Groups): EntitySchema {
  const { unique: __, no_overlap: ___, ...meta } = schema['x-resource'];
  const unique = groups.unique?.filter((group) => group.length > 0) ?? [];
  return {
    ...schema,
    ...(rules.length > 0 && { 'x-rules': rules.map((rule) => ({ ...rule, message: rule.message.trim() })) }),
    'x-resource': {
      ...meta,
      ...(unique.length > 0 && { unique }),
      ...(groups.no_overlap && { no_overlap: groups.no_overlap }),
    },
  };
}

interface GroupProps {
  schema: EntitySchema;
  groups: Groups;
  onChange: (groups: Groups) => void;
}

/** Fields whose values no two rows share together, and the range that must not overlap. */
function GroupRows({ schema, groups, onChange }: GroupProps) {
  const { t } = useTranslation();
  const { unique = [], no_overlap: apart } = groups;
  const fields = usableFields(schema).filter(({ value }) => {
    const field = schema.properties[value];
    return field !== undefined && !isSeveral(field);
  });
  const ranges = fields.filter(({ value }) => isRange(schema.properties[value] ?? {}));
  const shown = unique.length > 0 ? unique : [[]];
  return (
    <>
      <FieldRow id="studio-unique" label={t('studio.unique')} hint={t('studio.uniqueHint')}>
        {shown.map((group, i) => (
          <Select<string[]>
            key={i}
            id={i === 0 ? 'studio-unique' : undefined}
            className={styles.select}
            mode="multiple"
            value={[...group]}
            options={fields}
            optionFilterProp="label"
            aria-label={t('studio.unique')}
            onChange={(names) => onChange({ ...groups, unique: shown.map((one, at) => (at === i ? names : one)) })}
          />
        ))}
        {unique.length > 0 && (
          <Button type="link" onClick={() => onChange({ ...groups, unique: [...unique, []] })}>
            {t('studio.addGroup')}
          </Button>
        )}
      </FieldRow>
      {ranges.length > 0 && (
        <FieldRow id="studio-apart" label={t('studio.apart')} hint={t('studio.apartHint')}>
          <div className={styles.conditions}>
            <Select<string>
              id="studio-apart"
              className={styles.select}
              allowClear
              value={apart?.range}
              options={ranges}
              onChange={(range: string | undefined) =>
                onChange({
                  ...groups,
                  no_overlap: range === undefined ? undefined : { range, within: apart?.within ?? [] },
                })
              }
            />
            {apart && (
              <Select<string[]>
                className={styles.select}
                mode="multiple"
                value={[...apart.within]}
                options={fields.filter(({ value }) => value !== apart.range)}
                placeholder={t('studio.apartWithin')}
                aria-label={t('studio.apartWithin')}
                onChange={(within) => onChange({ ...groups, no_overlap: { ...apart, within } })}
              />
            )}
          </div>
        </FieldRow>
      )}
    </>
  );
}
