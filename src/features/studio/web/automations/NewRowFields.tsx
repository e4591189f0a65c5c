import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Input, InputNumber, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/http/web/call.ts';
import type { Automation, AutomationValue } from '../../../../platform/schema/automations.ts';
import { display } from '../../../../platform/schema/columns.ts';
import type { EntitySchema, FieldSchema, Scalar } from '../../../../platform/schema/types.ts';
import { studioResources } from '../../contract.ts';
import { FieldRow } from '../FieldRow.tsx';
import { subjectQuery, useSubject } from '../use-studio.ts';
import { sourcesFor, staffFields, suggestedValues, targetFields } from './draft-automations.ts';
import styles from '../states/states.module.css';
import own from './automations.module.css';

type Create = NonNullable<Automation['create']>;

interface Props {
  schema: EntitySchema;
  create: Create;
  submitted: boolean;
  onChange: (next: Create) => void;
}

const [NOTHING, FIXED, DAYS] = ['none:', 'fixed:', 'days:'] as const;
const FIELD = 'field:';

const sourceOf = (value: AutomationValue | undefined): string => {
  if (value === undefined) return NOTHING;
  if ('field' in value) return `${FIELD}${value.field}`;
  return 'days' in value ? DAYS : FIXED;
};

const [PUBLISHER, CREATOR] = ['publisher:', 'creator:'] as const;
function personOf(as: Create['as']): string {
  if (!as) return PUBLISHER;
  return 'field' in as ? `${FIELD}${as.field}` : CREATOR;
}

/** Where an automation creates a row, and with which values. */
export function NewRowFields({ schema, create, submitted, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { data } = useQuery({
    queryKey: ['studio', 'resources'],
    queryFn: ({ signal }) => call(studioResources, {}, { signal, quiet: true }),
  });
  const { data: subject } = useSubject(create.entity);
  const target = subject?.entity === create.entity ? subject.schema : undefined;
  const { values } = create;
  const client = useQueryClient();
  const choose = async (entity: string) => {
    const found = await client.fetchQuery(subjectQuery(entity)).catch(() => undefined);
    onChange({ ...create, entity, values: found ? suggestedValues(schema, found.schema) : {} });
  };
  const set = (name: string, value: AutomationValue | undefined) => {
    const { [name]: _, ...rest } = values;
    onChange({ ...create, values: value === undefined ? rest : { ...rest, [name]: value } });
  };
  const resources = data?.items.filter(({ automated, entity }) => automated && entity !== schema.$id) ?? [];
  const people = [
    { value: PUBLISHER, label: t('studioAutomations.publisher') },
    { value: CREATOR, label: t('studioAutomations.asCreator') },
    ...staffFields(schema).map(({ value, label }) => ({ value: `${FIELD}${value}`, label })),
  ];
  const chooseAs = (person: string) => {
    const { as: _, ...rest } = create;
    if (person === PUBLISHER) onChange(rest);
    else onChange({ ...rest, as: person === CREATOR ? { creator: true } : { field: person.slice(FIELD.length) } });
  };
  return (
    <div className={styles.pair}>
      <FieldRow
        id={`${id}-entity`}
        label={t('studioAutomations.target')}
        problem={submitted && create.entity === '' ? t('studioAutomations.targetRule') : undefined}
      >
        <Select<string>
          id={`${id}-entity`}
          className={styles.wide}
          value={create.entity === '' ? null : create.entity}
          options={resources.map(({ entity, title }) => ({ value: entity, label: title }))}
          onChange={(entity) => void choose(entity)}
        />
      </FieldRow>
      <FieldRow id={`${id}-as`} label={t('studioAutomations.as')} hint={t('studioAutomations.asHint')}>
        <Select<string>
          id={`${id}-as`}
          className={styles.wide}
          value={personOf(create.as)}
          options={people}
          onChange={chooseAs}
        />
      </FieldRow>
      {target &&
        targetFields(target).map(({ name, field }) => (
          <Value
            key={name}
            id={`${id}-${name}`}
            schema={schema}
            field={field}
            value={values[name]}
            onChange={(next) => set(name, next)}
          />
        ))}
    </div>
  );
}

interface ValueProps {
  id: string;
  schema: EntitySchema;
  field: FieldSchema;
  value: AutomationValue | undefined;
  onChange: (next: AutomationValue | undefined) => void;
}

/** Kinds whose fixed value would be an id. */
const isFixable = ({ 'x-kind': kind, format, type }: FieldSchema): boolean =>
  type !== 'array' && format === undefined && (kind === undefined || kind === 'text' || kind === 'rating');

function Value({ id, schema, field, value, onChange }: ValueProps) {
  const { t } = useTranslation();
  const { title } = field;
  const sources = sourcesFor(schema, field).map(({ value: name, label }) => ({
    value: `${FIELD}${name}`,
    label: name === schema['x-resource'].id ? t('studioAutomations.sources.self') : label,
  }));
  const choose = (source: string) => {
    if (source === NOTHING) onChange(undefined);
    else if (source === DAYS) onChange({ days: 0 });
    else if (source === FIXED) onChange({ value: firstValue(field) });
    else onChange({ field: source.slice(FIELD.length) });
  };
  return (
    <FieldRow id={id} label={title}>
      <div className={own.inline}>
        <Select
          id={id}
          value={sourceOf(value)}
          aria-label={t('studioAutomations.value', { title })}
          options={[
            { value: NOTHING, label: t('studioAutomations.sources.none') },
            ...sources,
            ...(isFixable(field) ? [{ value: FIXED, label: t('studioAutomations.sources.fixed') }] : []),
            ...(field.format === 'date' ? [{ value: DAYS, label: t('studioAutomations.sources.days') }] : []),
          ]}
          onChange={choose}
        />
        {value && 'value' in value && (
          <Fixed field={field} value={value.value} onChange={(next) => onChange({ value: next })} />
        )}
        {value && 'days' in value && (
          <InputNumber
            aria-label={t('studioAutomations.daysAfter', { title })}
            value={value.days}
            min={0}
            max={365}
            precision={0}
            onChange={(next) => onChange({ days: next ?? 0 })}
          />
        )}
      </div>
    </FieldRow>
  );
}

function firstValue(field: FieldSchema): Scalar {
  if (field.enum) return field.enum[0] ?? '';
  if (field.type === 'boolean') return true;
  return field.type === 'string' ? '' : (field.minimum ?? 0);
}

function Fixed({ field, value, onChange }: { field: FieldSchema; value: Scalar; onChange: (next: Scalar) => void }) {
  const { t } = useTranslation();
  const name = t('studioAutomations.fixed', { title: field.title });
  if (field.enum)
    return (
      <Select
        aria-label={name}
        value={value as string | number}
        options={field.enum.map((one) => ({ value: one, label: display(field, one) }))}
        onChange={onChange}
      />
    );
  if (field.type === 'boolean')
    return (
      <Select
        aria-label={name}
        value={String(value)}
        options={[
          { value: 'true', label: t('studioAutomations.yes') },
          { value: 'false', label: t('studioAutomations.no') },
        ]}
        onChange={(next) => onChange(next === 'true')}
      />
    );
  if (field.type !== 'string')
    return <InputNumber aria-label={name} value={Number(value)} onChange={(next) => onChange(next ?? 0)} />;
  return (
    <Input
      aria-label={name}
      value={String(value)}
      maxLength={field.maxLength ?? 200}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
