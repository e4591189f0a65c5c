import { LockOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Attachments } from '../../../platform/media/web/Attachments.tsx';
import { uploadedItem } from '../../../platform/media/web/use-uploads.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { CrisisLevelTag } from '../../../platform/ui/web/CrisisLevelTag.tsx';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import type { CaseStep } from '../contract/cases.ts';
import { WRITTEN_KINDS } from '../rules/crisis.ts';
import { levelOf } from './CaseHeader.tsx';
import { RecordSummary } from './RecordSummary.tsx';
import styles from './case.module.css';

const AMENDABLE: ReadonlySet<string> = new Set(WRITTEN_KINDS);

/** The content of a step: its text, the record that it refers to, and its files. */
function StepContent({ step: { content, record, record_id, attachments } }: { step: CaseStep }) {
  return (
    <>
      {content !== undefined && <p className={styles.content}>{content}</p>}
      {record && record_id !== undefined && (
        <RecordSummary record={record} id={record_id} linkOnly={content !== undefined} />
      )}
      {attachments.length > 0 && <Attachments items={attachments.map(uploadedItem)} />}
    </>
  );
}

/** The previous version of an amended step; hidden until the reader opens it. */
function PreviousVersion({ step }: { step: CaseStep }) {
  const { t } = useTranslation();
  const id = useId();
  const [expanded, setExpanded] = useState(false);
  return (
    <>
      <Button
        type="link"
        size="small"
        className={styles.amend}
        aria-expanded={expanded}
        aria-controls={id}
        onClick={() => setExpanded(!expanded)}
      >
        {t(expanded ? 'cases.hideFormer' : 'cases.showFormer')}
      </Button>
      <div id={id} className={styles.former} hidden={!expanded}>
        {expanded && <StepContent step={step} />}
      </div>
    </>
  );
}

/** The steps of a case, latest first; an amended step stays in the list and is marked. */
export function CaseSteps({
  items,
  onAmend,
}: {
  items: readonly CaseStep[];
  onAmend: ((step: CaseStep) => void) | undefined;
}) {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  if (items.length === 0) return <p className={styles.quiet}>{t('cases.noSteps')}</p>;
  return (
    <ol className={styles.steps}>
      {items.map((step) => {
        const { step_id, kind, level, amended, amends, restricted_to, readable } = step;
        const group = restricted_to === undefined ? undefined : labelOf('role_group', restricted_to);
        return (
          <li key={step_id} className={styles.step}>
            <p className={styles.stepHead}>
              <strong>{labelOf('case_step_kind', kind)}</strong>
              {level !== undefined && <CrisisLevelTag level={levelOf(level)} />}
              {amended && <span className={styles.mark}>{t('cases.amended')}</span>}
              {amends !== undefined && <span className={styles.mark}>{t('cases.amends')}</span>}
              {group !== undefined && readable && (
                <span className={styles.mark}>
                  <LockOutlined aria-hidden /> {t('cases.only', { group })}
                </span>
              )}
            </p>
            <p className={styles.quiet}>
              {t('cases.stepBy', { name: step.author_name, at: dateText(step.at) })}
              {step.informed_at !== undefined &&
                step.informed_how !== undefined &&
                `；${dateText(step.informed_at)}，${labelOf('informed_how', step.informed_how)}`}
              {step.contact_result !== undefined && `，${labelOf('contact_result', step.contact_result)}`}
            </p>
            {!readable && (
              <p className={styles.quiet}>
                <LockOutlined aria-hidden />{' '}
                {group === undefined ? t('cases.unreadable') : t('cases.hidden', { group })}
              </p>
            )}
            {readable && (amended ? <PreviousVersion step={step} /> : <StepContent step={step} />)}
            {onAmend && readable && step.author_id === user.user_id && AMENDABLE.has(kind) && !amended && (
              <Button type="link" size="small" className={styles.amend} onClick={() => onAmend(step)}>
                {t('cases.amend')}
              </Button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
