import { DeleteOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../../platform/schema/labels.ts';
import type { StateValue, Transition } from '../../../../platform/schema/states.ts';
import { FieldRow } from '../FieldRow.tsx';
import { keyOfTitle } from '../suggested-key.ts';
import styles from './states.module.css';

export const ACT_MAX = 10;
const KEY_MAX = 40;

interface Option<T> {
  value: T;
  label: string;
}

/** What a transition may name. */
export interface Choices {
  states: readonly Option<StateValue>[];
  fields: readonly Option<string>[];
  /** Roles that may change rows. */
  roles: readonly number[];
  /** Whether the creators of rows can be notified. */
  notifies: boolean;
}

interface Props {
  n: number;
  transition: Transition;
  /** Keys of the other transitions. */
  taken: readonly string[];
  /** Whether the key follows the name: not of a published act, whose steps are kept under it. */
  isNew: boolean;
  choices: Choices;
  /** Whether what is missing is shown. */
  submitted: boolean;
  onChange: (next: Transition | undefined) => void;
}

/** Drops lists that name nothing: everyone may, nothing is required. */
const listOrNone = <T,>(values: readonly T[]) => (values.length > 0 ? values : undefined);

/** Settings of one act that changes the state. */
export function TransitionCard({ n, transition, taken, isNew, choices, submitted, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { label, from, to, roles = [], require = [], note, tone, notify } = transition;
  const set = (change: { [K in keyof Transition]?: Transition[K] | undefined }) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...transition, ...change }).filter(([, value]) => value !== undefined),
      ) as unknown as Transition, // the required keys are never unset
    );
  const suggestKey = () => {
    if (!isNew || label.trim() === '') return;
    keyOfTitle(label, { separator: '_', max: KEY_MAX, stem: 'move', taken }).then(
      (key) => key !== '' && set({ key }),
      // Without the dictionary the numbered key stays.
      () => undefined,
    );
  };
  const problems = {
    label: submitted && label.trim() === '' ? t('studioStates.labelRule', { max: ACT_MAX }) : undefined,
    from: submitted && from.length === 0 ? t('studioStates.fromRule') : undefined,
  };
  return (
    <li className={styles.card} aria-label={t('studioStates.transition', { n })}>
      <div className={styles.head}>
        <strong>{label || t('studioStates.transition', { n })}</strong>
        <Button
          type="text"
          danger
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t('studioStates.remove', { label })}
          onClick={() => onChange(undefined)}
        />
      </div>
      <div className={styles.pair}>
        <FieldRow id={`${id}-label`} label={t('studioStates.label')} problem={problems.label}>
          <Input
            id={`${id}-label`}
            value={label}
            maxLength={ACT_MAX}
            placeholder={t('studioStates.labelHint')}
            status={problems.label === undefined ? '' : 'error'}
            onChange={({ target }) => set({ label: target.value })}
            onBlur={suggestKey}
          />
        </FieldRow>
        <FieldRow id={`${id}-tone`} label={t('studioStates.tone')}>
          <Select<'plain' | NonNullable<Transition['tone']>>
            id={`${id}-tone`}
            className={styles.wide}
            value={tone ?? 'plain'}
            options={(['plain', 'active', 'red'] as const).map((value) => ({
              value,
              label: t(`studioStates.tones.${value}`),
            }))}
            onChange={(value) => set({ tone: value === 'plain' ? undefined : value })}
          />
        </FieldRow>
        <FieldRow id={`${id}-from`} label={t('studioStates.from')} problem={problems.from}>
          <Select
            id={`${id}-from`}
            className={styles.wide}
            mode="multiple"
            value={[...from]}
            options={[...choices.states]}
            status={problems.from === undefined ? '' : 'error'}
            onChange={(values) => set({ from: values })}
          />
        </FieldRow>
        <FieldRow id={`${id}-to`} label={t('studioStates.to')}>
          <Select
            id={`${id}-to`}
            className={styles.wide}
            value={to}
            options={[...choices.states]}
            onChange={(value) => set({ to: value })}
          />
        </FieldRow>
        <FieldRow id={`${id}-roles`} label={t('studioStates.roles')}>
          <Select
            id={`${id}-roles`}
            className={styles.wide}
            mode="multiple"
            placeholder={t('studioStates.rolesAll')}
            value={[...roles]}
            options={[...new Set([...choices.roles, ...roles])].map((value) => ({
              value,
              label: labelOf('role', value),
            }))}
            onChange={(values) => set({ roles: listOrNone(values) })}
          />
        </FieldRow>
        <FieldRow id={`${id}-require`} label={t('studioStates.require')}>
          <Select
            id={`${id}-require`}
            className={styles.wide}
            mode="multiple"
            placeholder={t('studioStates.requireNone')}
            value={[...require]}
            options={[...choices.fields]}
            onChange={(values) => set({ require: listOrNone(values) })}
          />
        </FieldRow>
        <FieldRow id={`${id}-note`} label={t('studioStates.note')}>
          <Select<'none' | NonNullable<Transition['note']>>
            id={`${id}-note`}
            className={styles.wide}
            value={note ?? 'none'}
            options={(['none', 'optional', 'required'] as const).map((value) => ({
              value,
              label: t(`studioStates.notes.${value}`),
            }))}
            onChange={(value) => set({ note: value === 'none' ? undefined : value })}
          />
        </FieldRow>
        {choices.notifies && (
          <Checkbox
            checked={notify?.creator === true}
            onChange={({ target }) => set({ notify: target.checked ? { creator: true } : undefined })}
          >
            {t('studioStates.notify')}
          </Checkbox>
        )}
      </div>
    </li>
  );
}
