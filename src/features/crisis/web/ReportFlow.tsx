import { useInvalidate } from '@refinedev/core';
import { App, Form } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { focusField } from '../../../platform/crud/web/form/focus.ts';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useAsk } from '../../../platform/crud/web/use-ask.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import type { Drafts } from '../../../platform/session/web/drafts.ts';
import { afterReport, inReferral, missingOf, reportPayload } from '../rules/crisis-report.ts';
import { crisisPayload } from '../rules/warning-verification.ts';
import { NotSent } from './NotSent.tsx';
import { ProblemFields } from './ProblemFields.tsx';
import type { KeptReport, ReportState } from './report-state.ts';
import { StudentFields } from './StudentFields.tsx';
import { useChild } from './use-child.ts';
import { useDraft } from './use-draft.ts';
import { useGiveUp } from './use-give-up.ts';
import { useReport } from './use-report.ts';
import { useVerdict } from './use-verdict.ts';
import { VerdictForm } from './VerdictForm.tsx';
import styles from './crisis.module.css';

interface Props {
  id: string;
  initial: KeptReport;
  resumed: boolean;
  drafts: Drafts<KeptReport> | undefined;
  offer: ReactNode;
  onClose: () => void;
}

/** One report from its first field to the server's answer. */
export function ReportFlow({ id, initial, resumed, drafts, offer, onClose }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const ask = useAsk();
  const invalidate = useInvalidate();
  const formId = useId();
  const [report, setReport] = useState<ReportState>(initial.report);
  const [step, setStep] = useState<'report' | 'verdict'>('report');
  const [tried, setTried] = useState(false);
  const [maybeThere, setMaybeThere] = useState(initial.maybeThere === true);
  const verdict = useVerdict(initial.verdict);
  const { childId, childName, preset, description } = report;
  const missing = missingOf(report);
  const mayLookUp = useMay('org-manage/student', 'open');
  const goesOn = afterReport(useMay('crisis-report/next-step', 'report')) === 'verify';

  const value: KeptReport = { report, verdict: verdict.kept, maybeThere };
  const dirty = resumed || description.categoryId !== undefined || (!preset && childId !== undefined);
  const draft = useDraft(drafts, id, value, dirty);
  const close = () => {
    draft.end();
    onClose();
  };
  const leave = useGiveUp(dirty, close);
  const sending = useReport({
    id,
    maybeThere,
    onMaybeThere: (maybe) => {
      setMaybeThere(maybe);
      draft.keep({ ...value, maybeThere: maybe });
    },
    onSent: (already) => {
      if (already) void message.info(t('crisisReport.already'));
      else void message.success(t('crisisReport.done'));
      close();
      for (const resource of ['warn', 'crisis-case']) void invalidate({ resource, invalidates: ['list'] });
    },
  });

  // What the student's base info says is looked up while the rest is filled in.
  const { data: base, refetch: lookUp } = useChild(mayLookUp ? childId : undefined);
  const askReferral = () =>
    new Promise<boolean>((answer) => {
      ask({
        title: t('crisisReport.referralTitle'),
        okText: t('crisisReport.referralOk'),
        cancelText: t('common.cancel'),
        onOk: () => answer(true),
        onCancel: () => answer(false),
      });
    });
  const confirm = useOnce(async () => {
    setTried(true);
    const payload = reportPayload(report);
    if (payload === undefined)
      return focusField(missing[0] === 'description' ? `${formId}-problem` : `${formId}-${missing[0] ?? ''}`);
    const known =
      base ?? (childId === undefined || !mayLookUp ? undefined : (await lookUp({ cancelRefetch: false })).data);
    if (known && inReferral(known) && !(await askReferral())) return;
    if (goesOn) setStep('verdict');
    else await sending.mutateAsync(payload);
  });
  const decide = useOnce(async () => {
    const payload = reportPayload(report);
    if (!verdict.ready() || payload === undefined) return;
    const whole = crisisPayload(payload, verdict.given);
    if (whole) await sending.mutateAsync(whole);
  });

  const failed = <NotSent error={sending.error} kept={drafts && t('crisisReport.kept')} />;
  return (
    <>
      <Sheet
        open={step === 'report'}
        title={t('crisisReport.title')}
        onClose={leave}
        act={{
          label: t(goesOn ? 'crisisReport.next' : 'crisisReport.submit'),
          busy: sending.isPending,
          onClick: confirm,
        }}
      >
        <Form layout="vertical" component="div" className={styles.form}>
          {offer}
          {failed}
          {preset ? (
            <p className={styles.about}>
              {t('crisisReport.student')}
              <strong>{childName}</strong>
            </p>
          ) : (
            <StudentFields report={report} onChange={setReport} missing={tried ? missing : []} id={formId} />
          )}
          <ProblemFields
            description={description}
            onChange={(next) => setReport((now) => ({ ...now, description: next }))}
            missing={tried && missing.includes('description')}
            id={formId}
          />
        </Form>
      </Sheet>
      <Sheet
        open={step === 'verdict'}
        title={t('verdict.title')}
        onClose={() => setStep('report')}
        closeLabel={t('verdict.previous')}
        act={{ label: t('verdict.submit'), busy: sending.isPending, onClick: decide }}
      >
        {failed}
        <VerdictForm
          input={verdict}
          who={childName}
          question={reportPayload(report)?.warn_content ?? ''}
          currentLevel={base?.crisis_level}
          fixed
        />
      </Sheet>
    </>
  );
}
