import { DeleteOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Select, Switch } from 'antd';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Automation } from '../../../../platform/schema/automations.ts';
import type { EntitySchema } from '../../../../platform/schema/types.ts';
import { FieldRow } from '../FieldRow.tsx';
import { movesFor } from './draft-automations.ts';
import { NewRowFields } from './NewRowFields.tsx';
import { NoticeFields } from './NoticeFields.tsx';
import { TriggerFields } from './TriggerFields.tsx';
import styles from '../states/states.module.css';
import own from './automations.module.css';

export const TITLE_MAX = 20;

interface Props {
  n: number;
  automation: Automation;
  schema: EntitySchema;
  readers: readonly number[];
  submitted: boolean;
  /** Lets the server try the automation as it is now. */
  trying: ReactNode;
  onChange: (next: Automation | undefined) => void;
}

/** Settings of one automation: when it runs, and what it does. */
export function AutomationCard({ n, automation, schema, readers, submitted, trying, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { title, off, when, notify, create, move, webhook } = automation;
  const set = (change: { [K in keyof Automation]?: Automation[K] | undefined }) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...automation, ...change }).filter(([, value]) => value !== undefined),
      ) as unknown as Automation, // key, title and trigger are never unset
    );
  const missing = submitted && title.trim() === '' ? t('studioAutomations.titleRule') : undefined;
  const moves = movesFor(schema, when);
  const nothing = submitted && !notify && !create && move === undefined && !webhook;
  return (
    <li className={styles.card} aria-label={t('studioAutomations.item', { n })}>
      <div className={styles.head}>
        <strong>{title || t('studioAutomations.item', { n })}</strong>
        <span className={own.inline}>
          <Switch
            size="small"
            checked={!off}
            aria-label={`${t('studioAutomations.on')} ${title}`}
            onChange={(isOn) => set({ off: isOn ? undefined : true })}
          />
          <Button
            type="text"
            danger
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('studioAutomations.remove', { title })}
            onClick={() => onChange(undefined)}
          />
        </span>
      </div>
      <div className={own.part}>
        <FieldRow id={`${id}-title`} label={t('studioAutomations.title')} problem={missing}>
          <Input
            id={`${id}-title`}
            value={title}
            maxLength={TITLE_MAX}
            placeholder={t('studioAutomations.titleHint')}
            status={missing === undefined ? '' : 'error'}
            onChange={({ target }) => set({ title: target.value })}
          />
        </FieldRow>
      </div>
      <TriggerFields schema={schema} when={when} onChange={(next) => set({ when: next })} />
      <div className={own.section}>
        <Checkbox
          checked={notify !== undefined}
          onChange={({ target }) => set({ notify: target.checked ? { title: '' } : undefined })}
        >
          {t('studioAutomations.notify')}
        </Checkbox>
        {notify && (
          <NoticeFields
            schema={schema}
            notice={notify}
            readers={readers}
            submitted={submitted}
            onChange={(next) => set({ notify: next })}
          />
        )}
      </div>
      <div className={own.section}>
        <Checkbox
          checked={create !== undefined}
          onChange={({ target }) => set({ create: target.checked ? { entity: '', values: {} } : undefined })}
        >
          {t('studioAutomations.create')}
        </Checkbox>
        {create && (
          <NewRowFields
            schema={schema}
            create={create}
            submitted={submitted}
            onChange={(next) => set({ create: next })}
          />
        )}
      </div>
      <div className={own.section}>
        <Checkbox
          checked={move !== undefined}
          onChange={({ target }) => set({ move: target.checked ? (moves[0]?.value ?? '') : undefined })}
        >
          {t('studioAutomations.move')}
        </Checkbox>
        {move !== undefined && (
          <FieldRow
            id={`${id}-move`}
            label={t('studioAutomations.moveAct')}
            hint={t('studioAutomations.moveHint')}
            problem={moves.some(({ value }) => value === move) ? undefined : t('studioAutomations.moveRule')}
          >
            <Select
              id={`${id}-move`}
              className={styles.wide}
              value={moves.some(({ value }) => value === move) ? move : undefined}
              disabled={moves.length === 0}
              options={moves}
              onChange={(next) => set({ move: next })}
            />
          </FieldRow>
        )}
      </div>
      <div className={own.section}>
        <Checkbox
          checked={webhook === true}
          onChange={({ target }) => set({ webhook: target.checked ? true : undefined })}
        >
          {t('studioAutomations.webhook')}
        </Checkbox>
        <p className={own.quiet}>{t('studioAutomations.webhookHint')}</p>
        {nothing && <p role="alert">{t('studioAutomations.doesRule')}</p>}
      </div>
      {trying}
    </li>
  );
}
