import { useInvalidate } from '@refinedev/core';
import { App, Form } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { focusField } from '../../../platform/crud/web/form/focus.ts';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import type { Drafts } from '../../../platform/session/web/drafts.ts';
import { useConfirm } from '../../../platform/ui/web/use-confirm.ts';
import { afterReport, inReferral, missingOf, reportPayload } from '../rules/crisis-report.ts';
import { crisisPayload } from '../rules/warning-verification.ts';
import { ProblemFields } from './ProblemFields.tsx';
import type { StoredReport, ReportState } from './report-state.ts';
import { SendFailure } from './SendFailure.tsx';
import { StudentFields } from './StudentFields.tsx';
import { useChild } from './use-child.ts';
import { useConfirmDiscard } from './use-confirm-discard.ts';
import { useDraft } from './use-draft.ts';
import { useReport } from './use-report.ts';
import { useVerdict } from './use-verdict.ts';
import { VerdictForm } from './VerdictForm.tsx';
import styles from './crisis.module.css';

interface Props {
  id: string;
  initial: StoredReport;
  resumed: boolean;
  drafts: Drafts<StoredReport> | undefined;
  offer: ReactNode;
  onClose: () => void;
}

/** Reports a crisis: the report, then the verdict where the user may give one. */
export function ReportFlow({ id, initial, resumed, drafts, offer, onClose }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const invalidate = useInvalidate();
  const formId = useId();
  const [report, setReport] = useState<ReportState>(initial.report);
  const [step, setStep] = useState<'report' | 'verdict'>('report');
  const [submitted, setSubmitted] = useState(false);
  const [maybeThere, setMaybeThere] = useState(initial.maybeThere === true);
  const verdict = useVerdict(initial.verdict);
  const { childId, childName, preset, description } = report;
  const missing = missingOf(report);
  const mayReadStudent = useMay('org-manage/student', 'open');
  const hasVerdictStep = afterReport(useMay('crisis-report/next-step', 'report')) === 'verify';

  const value: StoredReport = { report, verdict: verdict.draft, maybeThere };
  const isDirty = resumed || description.categoryId !== undefined || (!preset && childId !== undefined);
  const draft = useDraft(drafts, id, value, isDirty);
  const close = () => {
    draft.remove();
    onClose();
  };
  const leave = useConfirmDiscard(isDirty, close);
  const sending = useReport({
    id,
    maybeThere,
    onMaybeThere: (maybe) => {
      setMaybeThere(maybe);
      draft.save({ ...value, maybeThere: maybe });
    },
    onSent: (alreadySent) => {
      if (alreadySent) void message.info(t('crisisReport.already'));
      else void message.success(t('crisisReport.done'));
      close();
      for (const resource of ['warn', 'crisis-case']) void invalidate({ resource, invalidates: ['list'] });
    },
  });

  // Loads the student's base info while the user fills in the rest.
  const { data: base, refetch: loadBase } = useChild(mayReadStudent ? childId : undefined);
  const confirmReferral = () =>
    new Promise<boolean>((resolve) => {
      confirm({
        title: t('crisisReport.referralTitle'),
        okText: t('crisisReport.referralOk'),
        cancelText: t('common.cancel'),
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
      });
    });
  const submitReport = useOnce(async () => {
    setSubmitted(true);
    const payload = reportPayload(report);
    if (payload === undefined)
      return focusField(missing[0] === 'description' ? `${formId}-problem` : `${formId}-${missing[0] ?? ''}`);
    const student =
      base ?? (childId === undefined || !mayReadStudent ? undefined : (await loadBase({ cancelRefetch: false })).data);
    if (student && inReferral(student) && !(await confirmReferral())) return;
    if (hasVerdictStep) setStep('verdict');
    else await sending.mutateAsync(payload);
  });
  const submitVerdict = useOnce(async () => {
    const payload = reportPayload(report);
    if (!verdict.validate() || payload === undefined) return;
    const crisis = crisisPayload(payload, verdict.value);
    if (crisis) await sending.mutateAsync(crisis);
  });

  const failure = <SendFailure error={sending.error} draftText={drafts && t('crisisReport.kept')} />;
  return (
    <>
      <Sheet
        open={step === 'report'}
        title={t('crisisReport.title')}
        onClose={leave}
        act={{
          label: t(hasVerdictStep ? 'crisisReport.next' : 'crisisReport.submit'),
          busy: sending.isPending,
          onClick: submitReport,
        }}
      >
        <Form layout="vertical" component="div" className={styles.form}>
          {offer}
          {failure}
          {preset ? (
            <p className={styles.about}>
              {t('crisisReport.student')}
              <strong>{childName}</strong>
            </p>
          ) : (
            <StudentFields report={report} onChange={setReport} missing={submitted ? missing : []} id={formId} />
          )}
          <ProblemFields
            description={description}
            onChange={(next) => setReport((previous) => ({ ...previous, description: next }))}
            missing={submitted ? missing : []}
            id={formId}
          />
        </Form>
      </Sheet>
      <Sheet
        open={step === 'verdict'}
        title={t('verdict.title')}
        onClose={() => setStep('report')}
        closeLabel={t('verdict.previous')}
        act={{ label: t('verdict.submit'), busy: sending.isPending, onClick: submitVerdict }}
      >
        {failure}
        <VerdictForm
          input={verdict}
          studentName={childName}
          question={reportPayload(report)?.warn_content ?? ''}
          currentLevel={base?.crisis_level}
          isVerdictFixed
        />
      </Sheet>
    </>
  );
}
