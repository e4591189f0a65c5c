import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Input, Radio, Skeleton } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { NOTE_MAX } from '../../../platform/media/attachments.ts';
import { crisisCategories } from '../contract/reports.ts';
import { chooseCategory, tick, toggleOther, write, type Description, type Missing } from '../rules/crisis-report.ts';
import styles from './crisis.module.css';

interface Props {
  description: Description;
  onChange: (description: Description) => void;
  /** Fields to mark. */
  missing: readonly Missing[];
  id: string;
}

/**
 * The problem of a report: one risk category, then its description templates or free text (`spec §2`, crisis report
 * dialog).
 */
export function ProblemFields({ description, onChange, missing, id }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['crisis-categories'],
    queryFn: ({ signal }) => call(crisisCategories, { query: { rec_type: '0' } }, { signal, quiet: true }),
    staleTime: Infinity,
  });
  const { categoryId, ticked, isOther, text } = description;
  // On a phone the next field lies below the screen, so it is scrolled into view after a category is chosen.
  const nextField = useRef<HTMLDivElement>(null);
  const previousCategory = useRef(categoryId);
  useEffect(() => {
    if (previousCategory.current !== categoryId) nextField.current?.scrollIntoView({ block: 'nearest' });
    previousCategory.current = categoryId;
  }, [categoryId]);
  const templatesOf = (chosen: string | undefined) =>
    data?.items.find(({ extreme_case_id }) => extreme_case_id === chosen)?.templates ?? [];
  const mark = (field: Missing, text: string) =>
    missing.includes(field) ? { validateStatus: 'error' as const, help: <span role="alert">{text}</span> } : {};
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 5 }} />;
  return (
    <>
      <Form.Item
        label={<span id={`${id}-category`}>{t('crisisReport.category')}</span>}
        required
        {...mark('category', t('crisisReport.categoryRequired'))}
      >
        <Radio.Group
          aria-labelledby={`${id}-category`}
          className={styles.categories}
          value={categoryId}
          onChange={({ target }) => onChange(chooseCategory(String(target.value), templatesOf(String(target.value))))}
          options={data.items.map(({ extreme_case_id, extreme_case }) => ({
            value: extreme_case_id,
            label: extreme_case,
            className: styles.tile,
          }))}
        />
      </Form.Item>
      <Form.Item
        label={<span id={`${id}-problem`}>{t('crisisReport.problem')}</span>}
        required
        {...mark('description', t('crisisReport.problemRequired'))}
      >
        {categoryId === undefined ? (
          <p className={styles.hint}>{t('crisisReport.problemFirst')}</p>
        ) : (
          <div ref={nextField} role="group" aria-labelledby={`${id}-problem`}>
            <Checkbox.Group
              className={styles.templates}
              value={[...ticked]}
              onChange={(values) => onChange(tick(description, values))}
              options={templatesOf(categoryId).map((each) => ({ value: each, label: each, className: styles.tile }))}
            />
            <Checkbox
              className={styles.tile}
              checked={isOther}
              onChange={({ target }) => onChange(toggleOther(description, target.checked))}
            >
              {t('crisisReport.other')}
            </Checkbox>
            {isOther && (
              <Input.TextArea
                className={styles.words}
                aria-label={t('crisisReport.problem')}
                placeholder={t('crisisReport.otherHint')}
                value={text}
                onChange={({ target }) => onChange(write(description, target.value))}
                autoFocus
                maxLength={NOTE_MAX}
                showCount
                autoSize={{ minRows: 3, maxRows: 10 }}
                aria-invalid={missing.includes('description')}
              />
            )}
          </div>
        )}
      </Form.Item>
    </>
  );
}
