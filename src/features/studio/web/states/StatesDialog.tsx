import { PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { optionsOf } from '../../../../platform/schema/filters.ts';
import { isOwn } from '../../../../platform/schema/own-resource.ts';
import type { EntitySchema } from '../../../../platform/schema/types.ts';
import { FieldRow } from '../FieldRow.tsx';
import type { Subject } from '../use-studio.ts';
import { fillableFields, newStates, newTransition, possibleFields, statesOf, withStates } from './draft-states.ts';
import { studioStates } from './texts.zh.ts';
import { TransitionCard } from './TransitionCard.tsx';
import formStyles from '../studio.module.css';
import styles from './states.module.css';

provideTexts({ studioStates });

const NONE = '';
const WIDTH = 760;

interface Props {
  open: boolean;
  subject: Subject;
  /** The schema of the draft. */
  schema: EntitySchema;
  onClose: () => void;
  onDone: (next: EntitySchema) => void;
}

/** Which field is the state of a row, and the acts that change it. The result goes into the draft. */
export function StatesDialog({ open, ...rest }: Props) {
  return <Form key={String(open)} open={open} {...rest} />;
}

function Form({ open, subject, schema, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(() => statesOf(schema));
  const [submitted, setSubmitted] = useState(false);
  const fields = possibleFields(schema, subject.core);
  const field = draft && schema.properties[draft.field];
  const states = (field && optionsOf(field)) ?? [];
  const published = subject.schema['x-resource'].states?.transitions ?? [];
  const isComplete = draft?.transitions.every(({ label, from }) => label.trim() !== '' && from.length > 0) ?? true;
  const choose = (name: string) => {
    const chosen = schema.properties[name];
    setDraft(chosen && (draft?.field === name ? draft : newStates(name, chosen)));
  };
  const done = () => {
    setSubmitted(true);
    if (!isComplete) return;
    const trimmed = draft && {
      ...draft,
      transitions: draft.transitions.map((one) => ({ ...one, label: one.label.trim() })),
    };
    onDone(withStates(schema, subject.ground, trimmed));
    onClose();
  };
  const choices = {
    states,
    fields: fillableFields(schema).map(([value, { title }]) => ({ value, label: title })),
    roles: subject.roles,
    notifies: isOwn(schema),
  };
  return (
    <Sheet
      open={open}
      title={t('studioStates.open')}
      width={WIDTH}
      onClose={onClose}
      act={{ label: t('studio.toDraft'), busy: false, onClick: done }}
    >
      <div className={formStyles.form}>
        <p className={formStyles.hint}>{t('studioStates.about')}</p>
        {fields.length === 0 ? (
          <Alert type="info" showIcon message={t('studioStates.noField')} />
        ) : (
          <FieldRow id="studio-state-field" label={t('studioStates.field')}>
            <Select
              id="studio-state-field"
              className={formStyles.select}
              value={draft?.field ?? NONE}
              options={[
                { value: NONE, label: t('studioStates.none') },
                ...fields.map(([value, { title }]) => ({ value, label: title })),
              ]}
              onChange={choose}
            />
          </FieldRow>
        )}
        {draft && (
          <>
            <FieldRow id="studio-state-initial" label={t('studioStates.initial')} hint={t('studioStates.initialHint')}>
              <Select
                id="studio-state-initial"
                className={formStyles.select}
                value={draft.initial}
                options={states}
                onChange={(initial) => setDraft({ ...draft, initial })}
              />
            </FieldRow>
            <FieldRow id="studio-state-settled" label={t('studioStates.settled')} hint={t('studioStates.settledHint')}>
              <Select
                id="studio-state-settled"
                className={styles.wide}
                mode="multiple"
                value={[...draft.settled]}
                options={states}
                onChange={(settled) => setDraft({ ...draft, settled })}
              />
            </FieldRow>
            <h3 className={formStyles.heading}>{t('studioStates.transitions')}</h3>
            <ul className={styles.cards}>
              {draft.transitions.map((transition, i) => (
                <TransitionCard
                  key={i}
                  n={i + 1}
                  transition={transition}
                  taken={draft.transitions.filter((_, other) => other !== i).map(({ key }) => key)}
                  isNew={!published.some(({ key }) => key === transition.key)}
                  choices={choices}
                  submitted={submitted}
                  onChange={(next) =>
                    setDraft({ ...draft, transitions: draft.transitions.toSpliced(i, 1, ...(next ? [next] : [])) })
                  }
                />
              ))}
            </ul>
            <Button
              type="dashed"
              block
              icon={<PlusOutlined aria-hidden />}
              onClick={() =>
                setDraft({
                  ...draft,
                  transitions: [...draft.transitions, newTransition(draft.transitions, draft.initial, draft.initial)],
                })
              }
            >
              {t('studioStates.add')}
            </Button>
          </>
        )}
      </div>
    </Sheet>
  );
}
