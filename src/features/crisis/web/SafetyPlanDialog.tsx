import { useQuery } from '@tanstack/react-query';
import { Button, Segmented, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { safetyPlans, type SafetyPlan } from '../contract/safety-plans.ts';
import type { CaseDialogProps } from './case-dialog.ts';
import { PlanForm } from './PlanForm.tsx';
import { PlanText } from './PlanText.tsx';
import styles from './safety-plan.module.css';

/** What is printed on A4: the shown version, with the help lines. */
function Paper({ childName, plan }: { childName: string; plan: SafetyPlan }) {
  const { t } = useTranslation();
  return createPortal(
    <div className={styles.paper} aria-hidden>
      <h1>{t('safetyPlan.paperTitle', { name: childName })}</h1>
      <p>{t('safetyPlan.about', { n: plan.edition, name: plan.author_name, at: dateText(plan.at) })}</p>
      <PlanText plan={plan} />
      <p>{t('safetyPlan.helpLines')}</p>
    </div>,
    document.body,
  );
}

/** The safety plan of a case: the current version and the former ones, to print, and to write the next one. */
export function SafetyPlanDialog({ value, onClose, onDone }: CaseDialogProps) {
  const { t } = useTranslation();
  const { case_id: id, child_name, can_write } = value;
  const [edition, setEdition] = useState<number>();
  const [writing, setWriting] = useState(value.safety_plan === undefined);
  const { data, error, refetch } = useQuery({
    queryKey: ['safety-plans', id],
    queryFn: ({ signal }) => call(safetyPlans, { params: { id } }, { signal, quiet: true }),
    gcTime: 0,
  });
  const plans = data?.items ?? [];
  const [latest] = plans;
  const shown = plans.find((plan) => plan.edition === edition) ?? latest;
  if (writing && can_write && data)
    return (
      <PlanForm
        caseId={id}
        childName={child_name}
        latest={latest}
        onClose={() => (latest ? setWriting(false) : onClose())}
        onDone={onDone}
        onConflict={() => void refetch()}
      />
    );
  return (
    <Sheet
      open
      title={t('safetyPlan.title', { name: child_name })}
      onClose={onClose}
      closeLabel={t('common.close')}
      {...(can_write &&
        data && { act: { label: t('safetyPlan.revise'), busy: false, onClick: () => setWriting(true) } })}
    >
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !shown ? (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      ) : (
        <>
          <div className={styles.bar}>
            <Versions plans={plans} shown={shown.edition} onChange={setEdition} />
            <Button onClick={() => window.print()}>{t('safetyPlan.print')}</Button>
          </div>
          <p className={styles.quiet}>
            {t('safetyPlan.about', { n: shown.edition, name: shown.author_name, at: dateText(shown.at) })}
          </p>
          <PlanText plan={shown} />
          <Paper childName={child_name} plan={shown} />
        </>
      )}
    </Sheet>
  );
}

/** Few versions as buttons, many as a list. */
function Versions(props: { plans: readonly SafetyPlan[]; shown: number; onChange: (edition: number) => void }) {
  const { t } = useTranslation();
  const options = props.plans.map(({ edition }, i) => ({
    value: edition,
    label: t(i === 0 ? 'safetyPlan.current' : 'safetyPlan.edition', { n: edition }),
  }));
  if (options.length === 1) return <span />;
  const shared = { options, value: props.shown, onChange: props.onChange, 'aria-label': t('safetyPlan.versions') };
  return options.length <= 3 ? <Segmented<number> {...shared} /> : <Select<number> {...shared} />;
}
