import { Input, InputNumber, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { AutomationTrigger } from '../../../../platform/schema/automations.ts';
import type { EntitySchema } from '../../../../platform/schema/types.ts';
import { FieldRow } from '../FieldRow.tsx';
import { dateFields, statesOf, triggerOf } from './draft-automations.ts';
import styles from '../states/states.module.css';
import own from './automations.module.css';

interface Props {
  schema: EntitySchema;
  when: AutomationTrigger;
  onChange: (next: AutomationTrigger) => void;
}

/** What starts an automation. */
export function TriggerFields({ schema, when, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const states = statesOf(schema);
  return (
    <div className={styles.pair}>
      <FieldRow id={`${id}-on`} label={t('studioAutomations.when')}>
        <Select<AutomationTrigger['on']>
          id={`${id}-on`}
          className={styles.wide}
          value={when.on}
          options={(['create', 'state', 'stay', 'date'] as const).map((value) => ({
            value,
            label: t(`studioAutomations.triggers.${value}`),
          }))}
          onChange={(on) => onChange(triggerOf(schema, on))}
        />
      </FieldRow>
      {(when.on === 'state' || when.on === 'stay') && (
        <FieldRow
          id={`${id}-state`}
          label={t('studioAutomations.state')}
          problem={states.length === 0 ? t('studioAutomations.noStates') : undefined}
        >
          <Select
            id={`${id}-state`}
            className={styles.wide}
            value={when.state}
            disabled={states.length === 0}
            options={states}
            onChange={(state) => onChange({ ...when, state })}
          />
        </FieldRow>
      )}
      {when.on === 'stay' && (
        <>
          <FieldRow id={`${id}-days`} label={t('studioAutomations.stayDays')} hint={t('studioAutomations.stayHint')}>
            <InputNumber
              id={`${id}-days`}
              value={when.days}
              min={1}
              max={365}
              precision={0}
              onChange={(days) => days !== null && onChange({ ...when, days })}
            />
          </FieldRow>
          <TimeField id={`${id}-at`} at={when.at} onChange={(at) => onChange({ ...when, at })} />
        </>
      )}
      {when.on === 'date' && <DateFields id={id} schema={schema} when={when} onChange={onChange} />}
    </div>
  );
}

function TimeField({ id, at, onChange }: { id: string; at: string; onChange: (at: string) => void }) {
  const { t } = useTranslation();
  return (
    <FieldRow id={id} label={t('studioAutomations.at')} hint={t('studioAutomations.atHint')}>
      <Input
        id={id}
        type="time"
        value={at}
        onChange={({ target }) => target.value !== '' && onChange(target.value.slice(0, 5))}
      />
    </FieldRow>
  );
}

type DateTrigger = Extract<AutomationTrigger, { on: 'date' }>;

function DateFields({ id, schema, when, onChange }: Props & { id: string; when: DateTrigger }) {
  const { t } = useTranslation();
  const fields = dateFields(schema);
  const states = statesOf(schema);
  const isBefore = when.days < 0 || Object.is(when.days, -0);
  const setDays = (count: number, before: boolean) => onChange({ ...when, days: before ? -count : count });
  return (
    <>
      <FieldRow
        id={`${id}-field`}
        label={t('studioAutomations.date')}
        problem={fields.length === 0 ? t('studioAutomations.noDates') : undefined}
      >
        <Select
          id={`${id}-field`}
          className={styles.wide}
          value={when.field}
          disabled={fields.length === 0}
          options={fields}
          onChange={(field) => onChange({ ...when, field })}
        />
      </FieldRow>
      <FieldRow id={`${id}-days`} label={t('studioAutomations.days')}>
        <div className={own.inline}>
          <Select<'before' | 'after'>
            aria-label={t('studioAutomations.direction')}
            value={isBefore ? 'before' : 'after'}
            options={(['before', 'after'] as const).map((value) => ({
              value,
              label: t(`studioAutomations.directions.${value}`),
            }))}
            onChange={(side) => setDays(Math.abs(when.days), side === 'before')}
          />
          <InputNumber
            id={`${id}-days`}
            value={Math.abs(when.days)}
            min={0}
            max={365}
            precision={0}
            onChange={(count) => setDays(count ?? 0, isBefore)}
          />
        </div>
      </FieldRow>
      <TimeField id={`${id}-at`} at={when.at} onChange={(at) => onChange({ ...when, at })} />
      {states.length > 0 && (
        <FieldRow id={`${id}-only`} label={t('studioAutomations.only')}>
          <Select
            id={`${id}-only`}
            className={styles.wide}
            mode="multiple"
            placeholder={t('studioAutomations.onlyAll')}
            value={[...(when.states ?? [])]}
            options={states}
            onChange={(values) => {
              const { states: _, ...rest } = when;
              onChange(values.length > 0 ? { ...rest, states: values } : rest);
            }}
          />
        </FieldRow>
      )}
    </>
  );
}
