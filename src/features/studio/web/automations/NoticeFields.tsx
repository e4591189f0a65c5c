import { Checkbox, Input, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { NOTICE_TEXT_MAX, NOTICE_TITLE_MAX, type AutomationNotice } from '../../../../platform/schema/automations.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import type { EntitySchema } from '../../../../platform/schema/types.ts';
import { FieldRow } from '../FieldRow.tsx';
import { staffFields, strayField, toNames, toTitles, wordFields } from './draft-automations.ts';
import styles from '../states/states.module.css';
import own from './automations.module.css';

interface Props {
  schema: EntitySchema;
  notice: AutomationNotice;
  /** Roles that may open the rows. */
  readers: readonly number[];
  submitted: boolean;
  onChange: (next: AutomationNotice) => void;
}

const NONE = '';

/** Whom an automation notifies, and with which words. Fields stand in the texts by their titles. */
export function NoticeFields({ schema, notice, readers, submitted, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { roles, field, creator } = notice;
  const set = (change: { [K in keyof AutomationNotice]?: AutomationNotice[K] | undefined }) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...notice, ...change }).filter(([, value]) => value !== undefined),
      ) as unknown as AutomationNotice, // the title is never unset
    );
  const isAddressed = roles !== undefined || field !== undefined || creator === true;
  const stray = (text: string) => {
    const title = strayField(schema, text);
    return title === undefined ? undefined : t('studioAutomations.unknownField', { title });
  };
  const missing = submitted && notice.title.trim() === '' ? t('studioAutomations.noticeTitleRule') : undefined;
  const texts = [
    { key: 'title', label: t('studioAutomations.noticeTitle'), max: NOTICE_TITLE_MAX, problem: missing },
    { key: 'text', label: t('studioAutomations.noticeText'), max: NOTICE_TEXT_MAX, problem: undefined },
  ] as const;
  return (
    <div className={styles.pair}>
      <FieldRow
        id={`${id}-roles`}
        label={t('studioAutomations.roles')}
        hint={t('studioAutomations.rolesHint')}
        problem={submitted && !isAddressed ? t('studioAutomations.peopleRule') : undefined}
      >
        <Select
          id={`${id}-roles`}
          className={styles.wide}
          mode="multiple"
          value={[...(roles ?? [])]}
          options={[...new Set([...readers, ...(roles ?? [])])].map((value) => ({
            value,
            label: labelOf('role', value),
          }))}
          onChange={(values) => set({ roles: values.length > 0 ? values : undefined })}
        />
      </FieldRow>
      <FieldRow id={`${id}-field`} label={t('studioAutomations.field')}>
        <Select
          id={`${id}-field`}
          className={styles.wide}
          value={field ?? NONE}
          options={[{ value: NONE, label: t('studioAutomations.none') }, ...staffFields(schema)]}
          onChange={(value) => set({ field: value === NONE ? undefined : value })}
        />
        <Checkbox
          className={own.under}
          checked={creator === true}
          onChange={({ target }) => set({ creator: target.checked ? true : undefined })}
        >
          {t('studioAutomations.creator')}
        </Checkbox>
      </FieldRow>
      {texts.map(({ key, label, max, problem }) => {
        const shown = toTitles(schema, notice[key] ?? '');
        const write = (text: string) =>
          set({ [key]: key === 'text' && text === '' ? undefined : toNames(schema, text) });
        return (
          <FieldRow
            key={key}
            id={`${id}-${key}`}
            label={label}
            {...(key === 'title' && { hint: t('studioAutomations.insertHint') })}
            problem={problem ?? stray(notice[key] ?? '')}
          >
            <Input.TextArea
              id={`${id}-${key}`}
              value={shown}
              maxLength={max}
              autoSize={{ minRows: key === 'text' ? 2 : 1, maxRows: 5 }}
              status={problem === undefined ? '' : 'error'}
              onChange={({ target }) => write(key === 'title' ? target.value.replaceAll('\n', '') : target.value)}
            />
            <Select<string>
              className={own.insert}
              size="small"
              aria-label={`${label} ${t('studioAutomations.insert')}`}
              placeholder={t('studioAutomations.insert')}
              value={null}
              options={wordFields(schema)}
              showSearch
              optionFilterProp="label"
              onChange={(name) => write(`${shown}{${schema.properties[name]?.title ?? name}}`)}
            />
          </FieldRow>
        );
      })}
    </div>
  );
}
