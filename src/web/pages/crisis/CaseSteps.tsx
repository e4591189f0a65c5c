import { LockOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CaseStep } from '../../../shared/contract/crisis.ts';
import { WRITTEN_KINDS } from '../../../shared/rules/crisis.ts';
import { labelOf } from '../../../shared/rules/labels.ts';
import { useCurrentUser } from '../../providers/current-user.ts';
import { Attachments } from '../../widgets/attachments/Attachments.tsx';
import { known } from '../../widgets/attachments/use-uploads.ts';
import { CrisisLevelTag } from '../../widgets/CrisisLevelTag.tsx';
import { levelOf, moment } from './CaseHead.tsx';
import styles from './case.module.css';

const WRITTEN: ReadonlySet<string> = new Set(WRITTEN_KINDS);

/** What happened, the latest first; what was amended stays, and says so. */
export function CaseSteps({ items, onAmend }: { items: readonly CaseStep[]; onAmend: ((step: CaseStep) => void) | undefined }) {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  const amended = new Set(items.flatMap(({ amends }) => amends ?? []));
  if (items.length === 0) return <p className={styles.quiet}>{t('cases.noSteps')}</p>;
  return (
    <ol className={styles.steps}>
      {items.map((step) => {
        const group = step.restricted_to === undefined ? undefined : labelOf('role_group', step.restricted_to);
        return (
          <li key={step.step_id} className={styles.step} data-amended={amended.has(step.step_id)}>
            <p className={styles.stepHead}>
              <strong>{labelOf('case_step_kind', step.kind)}</strong>
              {step.level !== undefined && <CrisisLevelTag level={levelOf(step.level)} />}
              {amended.has(step.step_id) && <span className={styles.mark}>{t('cases.amended')}</span>}
              {step.amends !== undefined && <span className={styles.mark}>{t('cases.amends')}</span>}
              {group !== undefined && step.readable && <span className={styles.mark}><LockOutlined aria-hidden /> {t('cases.only', { group })}</span>}
            </p>
            <p className={styles.quiet}>{step.author_name}，{moment(step.at)}</p>
            {step.readable ? step.content !== undefined && <p className={styles.content}>{step.content}</p> : <p className={styles.quiet}><LockOutlined aria-hidden /> {t('cases.hidden', { group: group ?? '' })}</p>}
            {step.attachments.length > 0 && <Attachments items={step.attachments.map(known)} />}
            {onAmend && step.readable && step.author_id === user.user_id && WRITTEN.has(step.kind) && !amended.has(step.step_id) && (
              <Button type="link" size="small" className={styles.amend} onClick={() => onAmend(step)}>{t('cases.amend')}</Button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
