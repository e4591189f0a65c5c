import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { useStable } from '../../../platform/crud/web/use-stable.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/later.ts';
import { Pages } from '../../../platform/ui/web/Pages.tsx';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { caseDetail, type CaseStep } from '../contract/crisis.ts';
import { CaseActDialog } from './CaseActDialog.tsx';
import { CaseHead } from './CaseHead.tsx';
import { CaseSteps } from './CaseSteps.tsx';
import { StepDialog } from './StepDialog.tsx';
import { cases } from './texts/zh/cases.ts';
import { crisisReport } from './texts/zh/crisis-report.ts';
import page from '../../../platform/crud/web/page.module.css';
import styles from './case.module.css';

provideTexts({ cases, crisisReport });

/** Steps of a page. */
const SIZE = 20;

type Doing = { name: 'step'; amends?: CaseStep } | { name: 'level' } | { name: 'close' };

/** /crisis/case/{case_id}: a student's case, from the first warning to its closing. */
export function CasePage() {
  const { t } = useTranslation();
  const { case_id: id = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const at = Number(/^[1-9]\d{0,3}$/.exec(search.get('page') ?? '')?.[0] ?? 1);
  const setAt = (to: number, replace = false) => setSearch(to === 1 ? {} : { page: String(to) }, { replace });
  const [doing, setDoing] = useState<Doing>();
  const { data, error, refetch } = useQuery({
    queryKey: ['crisis-case', id, at],
    queryFn: ({ signal }) =>
      call(caseDetail, { params: { id }, query: { page: at, size: SIZE } }, { signal, quiet: true }),
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const close = () => setDoing(undefined);
  const done = useStable(() => {
    setDoing(undefined);
    if (at !== 1) setAt(1, true);
    void refetch();
  });
  return (
    <div className={page.page}>
      <PageTitle title={t('pages.titles.case')} />
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <>
          <CaseHead
            of={data}
            onChanged={() => void refetch()}
            acts={
              data.can_write && (
                <>
                  <Button type="primary" onClick={() => setDoing({ name: 'step' })}>
                    {t('cases.add')}
                  </Button>
                  <Button onClick={() => setDoing({ name: 'level' })}>{t('cases.level')}</Button>
                  <Button onClick={() => setDoing({ name: 'close' })}>{t('cases.close')}</Button>
                </>
              )
            }
          />
          <section className={styles.card} aria-labelledby="case-steps">
            <header className={styles.row}>
              <h2 id="case-steps" className={styles.heading}>
                {t('cases.steps')}
              </h2>
              <span className={styles.quiet}>{t('cases.stepsTotal', { count: data.steps.total })}</span>
            </header>
            <CaseSteps
              items={data.steps.items}
              onAmend={data.can_write ? (amends) => setDoing({ name: 'step', amends }) : undefined}
            />
            {data.steps.total > SIZE && (
              <Pages current={at} pageSize={SIZE} total={data.steps.total} onChange={(to) => setAt(to)} />
            )}
          </section>
          {doing?.name === 'step' && (
            <StepDialog
              caseId={id}
              amends={doing.amends}
              canRestrict={data.can_restrict}
              onClose={close}
              onDone={done}
              onFailed={() => void refetch()}
            />
          )}
          {(doing?.name === 'level' || doing?.name === 'close') && (
            <CaseActDialog act={doing.name} of={data} onClose={close} onDone={done} onLost={() => void refetch()} />
          )}
        </>
      )}
    </div>
  );
}
