import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { Pages } from '../../../platform/ui/web/Pages.tsx';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { useStable } from '../../../platform/ui/web/use-stable.ts';
import { caseDetail } from '../contract/cases.ts';
import { AddRecord } from './AddRecord.tsx';
import type { OpenDialog } from './case-dialog.ts';
import { CaseDialogs } from './CaseDialogs.tsx';
import { CaseFile } from './CaseFile.tsx';
import { CaseHeader } from './CaseHeader.tsx';
import { CaseMore } from './CaseMore.tsx';
import { CaseSteps } from './CaseSteps.tsx';
import { CaseWork } from './CaseWork.tsx';
import { InformedRow } from './InformedRow.tsx';
import { safetyPlan } from './safety-plan-texts.zh.ts';
import { cases, crisisReport } from './texts.zh.ts';
import pageStyles from '../../../platform/crud/web/page.module.css';
import styles from './case.module.css';

provideTexts({ cases, crisisReport, safetyPlan });

/** Steps per page. */
const PAGE_SIZE = 20;

/** /crisis/case/{case_id}: a student's crisis case, from the first warning until it is closed. */
export function CasePage() {
  const { t } = useTranslation();
  const { case_id: id = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const page = Number(/^[1-9]\d{0,3}$/.exec(search.get('page') ?? '')?.[0] ?? 1);
  const setPage = (next: number, replace = false) => setSearch(next === 1 ? {} : { page: String(next) }, { replace });
  const [dialog, setDialog] = useState<OpenDialog>();
  const { data, error, refetch } = useQuery({
    queryKey: ['crisis-case', id, page],
    queryFn: ({ signal }) =>
      call(caseDetail, { params: { id }, query: { page, size: PAGE_SIZE } }, { signal, quiet: true }),
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const close = () => setDialog(undefined);
  const done = useStable(() => {
    setDialog(undefined);
    if (page !== 1) setPage(1, true);
    void refetch();
  });
  return (
    <div className={pageStyles.page}>
      <PageTitle title={t('page.case.title')} />
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <>
          <CaseHeader
            value={data}
            onChanged={() => void refetch()}
            acts={
              <>
                {data.can_write && (
                  <>
                    <Button type="primary" onClick={() => setDialog({ name: 'step' })}>
                      {t('cases.add')}
                    </Button>
                    <Button onClick={() => setDialog({ name: 'contact' })}>{t('cases.contact')}</Button>
                    <AddRecord value={data} onDone={done} />
                    <Button onClick={() => setDialog({ name: 'level' })}>{t('cases.level')}</Button>
                    <Button onClick={() => setDialog({ name: 'close' })}>{t('cases.close')}</Button>
                  </>
                )}
                <CaseMore value={data} />
                <CaseFile caseId={id} />
              </>
            }
          />
          <CaseWork value={data} onOpen={(name) => setDialog({ name })} />
          {data.inform && (
            <section className={styles.card} aria-label={t('cases.informed')}>
              <InformedRow value={data} onInform={() => setDialog({ name: 'inform' })} />
            </section>
          )}
          <section className={styles.card} aria-labelledby="case-steps">
            <header className={styles.row}>
              <h2 id="case-steps" className={styles.heading}>
                {t('cases.steps')}
              </h2>
              <span className={styles.quiet}>{t('cases.stepsTotal', { count: data.steps.total })}</span>
            </header>
            <CaseSteps
              items={data.steps.items}
              onAmend={data.can_write ? (amends) => setDialog({ name: 'step', amends }) : undefined}
            />
            {data.steps.total > PAGE_SIZE && (
              <Pages current={page} pageSize={PAGE_SIZE} total={data.steps.total} onChange={(next) => setPage(next)} />
            )}
          </section>
          {dialog && (
            <CaseDialogs dialog={dialog} value={data} onClose={close} onDone={done} onConflict={() => void refetch()} />
          )}
        </>
      )}
    </div>
  );
}
