import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import {
  PLAN_PEOPLE_MAX,
  PLAN_TEXT_MAX,
  writeSafetyPlan,
  type PlanContent,
  type SafetyPlan,
} from '../contract/safety-plans.ts';
import { PlanText } from './PlanText.tsx';
import { useCaseAct } from './use-case-act.ts';
import { useConfirmDiscard } from './use-confirm-discard.ts';
import styles from './safety-plan.module.css';

type Person = PlanContent['people'][number];
const EMPTY: PlanContent = { warning_signs: '', helps: '', people: [{ name: '' }], steps: '' };
const TEXTS = ['warning_signs', 'helps', 'steps'] as const;

interface Props {
  caseId: string;
  childName: string;
  /** The latest version that is known; the form goes on from the one that it began with. */
  latest: SafetyPlan | undefined;
  onClose: () => void;
  onDone: () => void;
  onConflict: () => void;
}

/** Writes a new version of a safety plan, beginning with the words of the latest one. */
export function PlanForm({ caseId, childName, latest, onClose, onDone, onConflict }: Props) {
  const { t } = useTranslation();
  const [start] = useState(latest?.content ?? EMPTY);
  const [base] = useState(latest?.edition ?? 0);
  const newer = latest && latest.edition > base ? latest : undefined;
  const [plan, setPlan] = useState(start);
  const people = plan.people.filter(({ name }) => name.trim() !== '');
  const ready = TEXTS.every((part) => plan[part].trim() !== '') && people.length > 0;
  const leave = useConfirmDiscard(plan !== start, onClose, t('cases.leaveText'));
  const { save, busy, failure } = useCaseAct(
    () =>
      call(
        writeSafetyPlan,
        { params: { id: caseId }, body: { ...plan, people, base: newer?.edition ?? base } },
        { quiet: true },
      ),
    onDone,
    onConflict,
  );
  const part = (name: (typeof TEXTS)[number]) => (
    <div>
      <label htmlFor={`plan-${name}`}>{t(`safetyPlan.${name}`)}</label>
      <Input.TextArea
        id={`plan-${name}`}
        placeholder={t(`safetyPlan.hints.${name}`)}
        maxLength={PLAN_TEXT_MAX}
        value={plan[name]}
        onChange={({ target }) => setPlan({ ...plan, [name]: target.value })}
        autoSize={{ minRows: 2, maxRows: 8 }}
      />
    </div>
  );
  return (
    <Sheet
      open
      title={t('safetyPlan.title', { name: childName })}
      onClose={leave}
      act={{
        label: t('safetyPlan.save', { n: base + 1 }),
        busy,
        disabled: !ready || newer !== undefined,
        onClick: save,
      }}
    >
      <div className={styles.form}>
        {failure !== undefined && <Alert type="error" showIcon role="alert" message={failure} />}
        {newer && <Newer plan={newer} busy={busy} ready={ready} onSave={save} />}
        <p className={styles.quiet}>{t('safetyPlan.help')}</p>
        {part('warning_signs')}
        {part('helps')}
        <People value={plan.people} onChange={(next) => setPlan({ ...plan, people: next })} />
        {part('steps')}
      </div>
    </Sheet>
  );
}

/** A version that another person wrote meanwhile, and the act that saves the form as the one after it. */
function Newer(props: { plan: SafetyPlan; busy: boolean; ready: boolean; onSave: () => void }) {
  const { t } = useTranslation();
  const { edition: n, author_name: name, at } = props.plan;
  return (
    <section className={styles.newer} aria-label={t('safetyPlan.edition', { n })}>
      <Alert type="warning" showIcon role="alert" message={t('safetyPlan.newer', { n, name, at: dateText(at) })} />
      <PlanText plan={props.plan} />
      <Button loading={props.busy} disabled={!props.ready} onClick={props.onSave}>
        {t('safetyPlan.saveOver', { n })}
      </Button>
    </section>
  );
}

/** The people to call: name, relation and phone, one line each. */
function People({ value, onChange }: { value: readonly Person[]; onChange: (people: Person[]) => void }) {
  const { t } = useTranslation();
  const change = (i: number, more: Partial<Person>) =>
    onChange(value.map((person, at) => (at === i ? { ...person, ...more } : person)));
  return (
    <fieldset className={styles.people}>
      <legend>{t('safetyPlan.people')}</legend>
      {value.map((person, i) => (
        // Lines have no id, and new ones are added at the end only.
        <div key={i} className={styles.person}>
          {(['name', 'relation', 'phone'] as const).map((field) => (
            <Input
              key={field}
              aria-label={t('safetyPlan.personField', { n: i + 1, field: t(`safetyPlan.fields.${field}`) })}
              placeholder={t(`safetyPlan.fields.${field}`)}
              maxLength={field === 'name' ? 60 : 30}
              value={person[field] ?? ''}
              onChange={({ target }) => change(i, { [field]: target.value })}
            />
          ))}
          {value.length > 1 && (
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('safetyPlan.removePerson', { n: i + 1 })}
              onClick={() => onChange(value.filter((_, at) => at !== i))}
            />
          )}
        </div>
      ))}
      {value.length < PLAN_PEOPLE_MAX && (
        <Button icon={<PlusOutlined />} onClick={() => onChange([...value, { name: '' }])}>
          {t('safetyPlan.addPerson')}
        </Button>
      )}
    </fieldset>
  );
}
