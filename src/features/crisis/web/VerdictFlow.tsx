import { useInvalidate } from '@refinedev/core';
import { useMutation } from '@tanstack/react-query';
import { Alert, App } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import type { Drafts } from '../../../platform/session/web/drafts.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { changeVerdict, verifyWarning, type WarnDetail } from '../contract/warnings.ts';
import { changePayload, verifyPayload, type ValidStatus, type VerdictMode } from '../rules/warning-verification.ts';
import { FormerVerdicts } from './FormerVerdicts.tsx';
import { verdictOf, type StoredDecision } from './report-state.ts';
import { SendFailure } from './SendFailure.tsx';
import { useConfirmDiscard } from './use-confirm-discard.ts';
import { useDraft } from './use-draft.ts';
import { useVerdict } from './use-verdict.ts';
import { VerdictAside } from './VerdictAside.tsx';
import { VerdictForm } from './VerdictForm.tsx';
import styles from './crisis.module.css';

interface Props {
  id: string;
  warn: WarnDetail;
  /** Level of the student's open case. */
  currentLevel: number | undefined;
  mode: Exclude<VerdictMode, 'read'>;
  resumed: StoredDecision | undefined;
  drafts: Drafts<StoredDecision> | undefined;
  notice: string | undefined;
  offer: ReactNode;
  /** Reloads the warning after a conflict and shows the notice. */
  onConflict: (notice: string) => Promise<void>;
  onDone: (() => void) | undefined;
  onClose: () => void;
}

/** Verifies a warning, or changes a verdict. */
export function VerdictFlow({
  id,
  warn,
  currentLevel,
  mode,
  resumed,
  drafts,
  notice,
  offer,
  onConflict,
  onDone,
  onClose,
}: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const invalidate = useInvalidate();
  const saved = verdictOf(warn);
  const verdict = useVerdict(resumed?.verdict ?? saved);
  const { value, draft: draftValue, uploads } = verdict;
  const isDirty =
    resumed !== undefined ||
    uploads.sending ||
    value.validStatus !== saved.validStatus ||
    value.level !== saved.level ||
    value.reason !== saved.reason ||
    value.fileIds.join(' ') !== saved.files.map(({ file_id }) => file_id).join(' ');
  const draft = useDraft<StoredDecision>(drafts, id, { warnId: warn.warn_id, verdict: draftValue }, isDirty);
  const close = () => {
    draft.remove();
    onClose();
  };
  const leave = useConfirmDiscard(isDirty, close);

  const params = { id: warn.warn_id };
  const saving = useMutation({
    mutationFn: (validStatus: ValidStatus) =>
      mode === 'verify'
        ? call(verifyWarning, { params, body: verifyPayload(validStatus, value) }, { quiet: true })
        : call(changeVerdict, { params, body: changePayload(validStatus, value, warn.version) }, { quiet: true }),
    onSuccess: () => {
      void message.success(t('verdict.saved'));
      close();
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.status !== 409) return;
      // After a lost race the view shows the verdict of the other user. A changed verdict keeps the draft, so that the
      // user can compare both.
      if (mode === 'verify') draft.remove();
      await onConflict(t(mode === 'verify' ? 'verdict.verifiedFirst' : 'verdict.changed'));
      saving.reset();
    },
    onSettled: () => {
      for (const resource of ['warn', 'crisis-case']) void invalidate({ resource, invalidates: ['list'] });
      onDone?.();
    },
    gcTime: 0,
  });
  const submit = useOnce(async () => {
    if (!verdict.validate() || value.validStatus === undefined) return;
    draft.save();
    await saving.mutateAsync(value.validStatus);
  });

  return (
    <Sheet
      open
      title={t('verdict.title')}
      onClose={leave}
      act={{ label: t('verdict.submit'), busy: saving.isPending, onClick: submit }}
    >
      {offer}
      {notice !== undefined && <Alert type="warning" showIcon role="alert" className={styles.offer} message={notice} />}
      <SendFailure error={saving.error} draftText={drafts && t('verdict.kept')} />
      <VerdictForm
        input={verdict}
        isVerdictFixed={mode === 'change'}
        beside={<VerdictAside warn={warn} />}
        studentName={warn.child_name}
        question={warn.warn_content}
        currentLevel={currentLevel}
        about={t('verdict.reported', { name: warn.reporter_name, at: dateText(warn.reported_at) })}
      />
      <FormerVerdicts former={warn.former} />
    </Sheet>
  );
}
