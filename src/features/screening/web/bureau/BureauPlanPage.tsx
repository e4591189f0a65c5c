import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { exams } from '../planning/texts.zh.ts';
import { PlanHeader } from './PlanHeader.tsx';
import { PlanProgress } from './PlanProgress.tsx';
import { bureau } from './texts.zh.ts';
import { usePlan } from './use-plan.ts';
import page from '../../../../platform/crud/web/page.module.css';

provideTexts({ bureau, exams });

/** /screening/bureau/{plan_id}: one plan. A draft is sent here; later the page shows what the schools answered. */
export function BureauPlanPage() {
  const { t } = useTranslation();
  const { plan_id: id = '' } = useParams();
  const { plan, error, refetch } = usePlan(id);
  return (
    <div className={page.page}>
      <PageTitle title={t('page.bureauPlan.title')} />
      {error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : plan === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <>
          <PlanHeader plan={plan} onChanged={refetch} />
          {plan.status !== 'draft' && <PlanProgress planId={id} />}
        </>
      )}
    </div>
  );
}
