import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber, Select, Switch } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { MINUTES_MAX, STEPS_MAX, type EscalationStep } from '../../contract/escalation.ts';
import styles from './escalation.module.css';

interface Person {
  user_id: string;
  real_name: string;
}
interface Props {
  steps: readonly EscalationStep[];
  people: readonly Person[];
  roles: readonly number[];
  onChange: (steps: EscalationStep[]) => void;
}

const NEW_STEP: EscalationStep = {
  name: '',
  roles: [],
  user_ids: [],
  stand_in_ids: [],
  minutes: { level_1: 15, level_2: 30, level_3: 60 },
  sms: true,
};
const LEVELS = [1, 2, 3] as const;

function People({
  id,
  label,
  help,
  value,
  people,
  onChange,
}: {
  id: string;
  label: string;
  help?: string;
  value: readonly string[];
  people: readonly Person[];
  onChange: (ids: string[]) => void;
}) {
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Select<string[]>
        id={id}
        mode="multiple"
        value={[...value]}
        onChange={onChange}
        showSearch
        optionFilterProp="label"
        options={people.map(({ user_id, real_name }) => ({ value: user_id, label: real_name }))}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
      />
      {help !== undefined && (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      )}
    </div>
  );
}

function Step({
  n,
  count,
  step,
  people,
  roles,
  onChange,
  onMove,
  onRemove,
}: {
  n: number;
  count: number;
  step: EscalationStep;
  people: readonly Person[];
  roles: readonly number[];
  onChange: (step: EscalationStep) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const set = (part: Partial<EscalationStep>) => onChange({ ...step, ...part });
  return (
    <li className={styles.step} aria-label={t('escalation.step', { n })}>
      <div className={styles.stepHead}>
        <span className={styles.number}>{n}</span>
        <Input
          className={styles.name}
          value={step.name}
          maxLength={20}
          placeholder={t('escalation.name')}
          aria-label={t('escalation.name')}
          onChange={({ target }) => set({ name: target.value })}
        />
        <Button
          type="text"
          icon={<ArrowUpOutlined aria-hidden />}
          aria-label={t('escalation.up', { n })}
          disabled={n === 1}
          onClick={() => onMove(-1)}
        />
        <Button
          type="text"
          icon={<ArrowDownOutlined aria-hidden />}
          aria-label={t('escalation.down', { n })}
          disabled={n === count}
          onClick={() => onMove(1)}
        />
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t('escalation.remove', { n })}
          disabled={count === 1}
          onClick={onRemove}
        />
      </div>
      <div className={styles.fields}>
        <div className={styles.field}>
          <label htmlFor={`${id}roles`}>{t('escalation.roles')}</label>
          <Select<number[]>
            id={`${id}roles`}
            mode="multiple"
            value={step.roles}
            onChange={(value) => set({ roles: value })}
            options={roles.map((role) => ({ value: role, label: labelOf('role', role) }))}
            optionFilterProp="label"
            aria-describedby={`${id}roles-help`}
          />
          <p id={`${id}roles-help`} className={styles.help}>
            {t('escalation.rolesHelp')}
          </p>
        </div>
        <People
          id={`${id}people`}
          label={t('escalation.people')}
          value={step.user_ids}
          people={people}
          onChange={(user_ids) => set({ user_ids })}
        />
        <People
          id={`${id}standIns`}
          label={t('escalation.standIns')}
          help={t('escalation.standInsHelp')}
          value={step.stand_in_ids}
          people={people}
          onChange={(stand_in_ids) => set({ stand_in_ids })}
        />
        <fieldset className={styles.minutes}>
          <legend>{t('escalation.minutes')}</legend>
          {LEVELS.map((level) => {
            const key = `level_${level}` as const;
            return (
              <label key={level}>
                <span>{labelOf('crisis_level', level)}</span>
                <InputNumber
                  min={1}
                  max={MINUTES_MAX}
                  precision={0}
                  value={step.minutes[key]}
                  onChange={(value) => set({ minutes: { ...step.minutes, [key]: value ?? 1 } })}
                />
              </label>
            );
          })}
        </fieldset>
        <label className={styles.switch}>
          <Switch checked={step.sms} onChange={(sms) => set({ sms })} /> {t('escalation.sms')}
        </label>
      </div>
    </li>
  );
}

/** The escalation steps in order: who is notified, who stands in, and how many minutes each step has. */
export function StepsCard({ steps, people, roles, onChange }: Props) {
  const { t } = useTranslation();
  const move = (from: number, by: 1 | -1) => {
    const next = [...steps];
    const [step] = next.splice(from, 1);
    if (step) next.splice(from + by, 0, step);
    onChange(next);
  };
  return (
    <section className={styles.card} aria-labelledby="escalation-steps">
      <h2 id="escalation-steps" className={styles.heading}>
        {t('escalation.steps')}
      </h2>
      <p className={styles.text}>{t('escalation.stepsAbout')}</p>
      <ol className={styles.steps}>
        {steps.map((step, i) => (
          <Step
            key={i}
            n={i + 1}
            count={steps.length}
            step={step}
            people={people}
            roles={roles}
            onChange={(next) => onChange(steps.map((each, at) => (at === i ? next : each)))}
            onMove={(by) => move(i, by)}
            onRemove={() => onChange(steps.filter((_, at) => at !== i))}
          />
        ))}
      </ol>
      <div>
        <Button
          icon={<PlusOutlined aria-hidden />}
          disabled={steps.length >= STEPS_MAX}
          onClick={() => onChange([...steps, NEW_STEP])}
        >
          {t('escalation.add')}
        </Button>
      </div>
    </section>
  );
}
