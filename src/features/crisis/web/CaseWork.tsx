import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { Tone } from '../../../platform/schema/types.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import type { CaseDetail } from '../contract/cases.ts';
import type { CaseDialogName } from './case-dialog.ts';
import styles from './case.module.css';

const TONES: Readonly<Record<string, Tone>> = { overdue: 'red', today: 'yellow', soon: 'yellow', later: 'grey' };

/** Who is in charge of a case, what comes next, and its safety plan, each with its act. */
export function CaseWork({ value, onOpen }: { value: CaseDetail; onOpen: (name: CaseDialogName) => void }) {
  const { t } = useTranslation();
  const { owner_name, next_on, next_text, next_state = 'later', safety_plan: plan, can_write } = value;
  return (
    <section className={styles.card} aria-label={t('cases.work')}>
      <dl className={styles.work}>
        <div>
          <dt>{t('cases.owner')}</dt>
          <dd>{owner_name ?? <span className={styles.quiet}>{t('cases.noOwner')}</span>}</dd>
          {can_write && (
            <dd>
              <Button size="small" onClick={() => onOpen('assign')}>
                {t(owner_name === undefined ? 'cases.assign' : 'cases.reassign')}
              </Button>
            </dd>
          )}
        </div>
        <div>
          <dt>{t('cases.next')}</dt>
          <dd>
            {next_on === undefined ? (
              <span className={styles.quiet}>{t('cases.noNext')}</span>
            ) : (
              <>
                <span className={styles.nextDay}>
                  {dateText(next_on)}
                  <StatusTag tone={TONES[next_state] ?? 'grey'}>{labelOf('due_state', next_state)}</StatusTag>
                </span>
                <span className={styles.content}>{next_text}</span>
              </>
            )}
          </dd>
          {can_write && (
            <dd className={styles.acts}>
              {next_on !== undefined && (
                <Button size="small" type="primary" onClick={() => onOpen('complete')}>
                  {t('cases.complete')}
                </Button>
              )}
              <Button size="small" onClick={() => onOpen('next')}>
                {t(next_on === undefined ? 'cases.plan' : 'cases.replan')}
              </Button>
            </dd>
          )}
        </div>
        <div>
          <dt>{t('cases.safetyPlan')}</dt>
          <dd>
            {plan ? (
              t('cases.planAbout', { n: plan.edition, name: plan.author_name, at: dateText(plan.at) })
            ) : (
              <span className={styles.quiet}>{t('cases.noPlan')}</span>
            )}
          </dd>
          {(plan || can_write) && (
            <dd>
              <Button size="small" onClick={() => onOpen('plan')}>
                {t(plan ? 'cases.openPlan' : 'cases.writePlan')}
              </Button>
            </dd>
          )}
        </div>
      </dl>
    </section>
  );
}
