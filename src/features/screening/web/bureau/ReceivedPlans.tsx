import { Alert, Button, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { StatusTag } from '../../../../platform/ui/web/StatusTag.tsx';
import type { ReceivedPlan } from '../../contract/bureau.ts';
import { AcceptDialog } from './AcceptDialog.tsx';
import { DeclineDialog } from './DeclineDialog.tsx';
import { stageLabel } from './grades.ts';
import { bureau } from './texts.zh.ts';
import { useReceived } from './use-received.ts';
import styles from '../planning/planning.module.css';

provideTexts({ bureau });

/** One plan of the institution, with what it fixes and the answer that it waits for. */
function Received({ plan, onChanged }: { plan: ReceivedPlan; onChanged: () => void }) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'accept' | 'decline'>();
  const { plan_id: id, answer } = plan;
  const isDeclined = answer === 'declined';
  const problems = plan.scales.flatMap(({ problem }) => problem ?? []);
  const names = plan.scales.map(({ title }) => title).join('、');
  const grades = plan.grades.length === 0 ? t('bureau.allGrades') : plan.grades.map(stageLabel).join('、');
  const done = () => {
    setDialog(undefined);
    onChanged();
  };
  return (
    <section className={styles.wide} aria-labelledby={`received-${id}`}>
      <header className={styles.row}>
        <h2 id={`received-${id}`} className={styles.heading}>
          {t('bureau.receivedTitle', { bureau: plan.bureau_name, plan: plan.plan_name })}{' '}
          <StatusTag tone={isDeclined ? 'grey' : 'yellow'}>{labelOf('bureau_answer', answer)}</StatusTag>
        </h2>
        <Space wrap>
          {!isDeclined && <Button onClick={() => setDialog('decline')}>{t('bureau.decline')}</Button>}
          <Button
            type={isDeclined ? 'default' : 'primary'}
            disabled={problems.length > 0}
            onClick={() => setDialog('accept')}
          >
            {t(isDeclined ? 'bureau.acceptInstead' : 'bureau.accept')}
          </Button>
        </Space>
      </header>
      {isDeclined ? (
        <p className={styles.quiet}>
          {t('bureau.declinedBy', { name: plan.answered_by_name ?? '', reason: plan.reason ?? '' })}
        </p>
      ) : (
        <>
          <p>{t('bureau.receivedText', { from: dateText(plan.starts_at), to: dateText(plan.ends_at) })}</p>
          <p className={styles.quiet}>
            {`${t('bureau.scales', { names })}；${t('bureau.gradesOf', { names: grades })}`}
          </p>
          {plan.note !== undefined && <p>{plan.note}</p>}
          {plan.consent_text !== undefined && (
            <details>
              <summary>{t('bureau.consent')}</summary>
              <p className={styles.consent}>{plan.consent_text}</p>
            </details>
          )}
        </>
      )}
      {problems.length > 0 && (
        <Alert type="warning" showIcon message={t('bureau.cannot')} description={problems.join('；')} />
      )}
      {dialog === 'accept' && <AcceptDialog plan={plan} onClose={() => setDialog(undefined)} />}
      {dialog === 'decline' && (
        <DeclineDialog plan={plan} onClose={() => setDialog(undefined)} onDone={done} onStale={onChanged} />
      )}
    </section>
  );
}

/** What the institution above the school asks for and the school has not accepted; nothing where there is none. */
export function ReceivedPlans() {
  const { plans, error, refetch } = useReceived();
  if (error) return <FailedState error={error} onRetry={refetch} />;
  return plans.map((plan) => <Received key={plan.plan_id} plan={plan} onChanged={refetch} />);
}
