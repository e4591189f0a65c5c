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
import { shownOf } from '../../../platform/session/web/notify-failure.ts';
import { VerificationPanel } from '../../verification/web/VerificationPanel.tsx';
import { changeVerdict, verifyWarning, type WarnDetail } from '../contract/crisis.ts';
import { changePayload, verifyPayload, type VerdictMode } from '../rules/warning-verification.ts';
import { FormerVerdicts } from './FormerVerdicts.tsx';
import { NotSent } from './NotSent.tsx';
import { decidedOf, type KeptDecision } from './report-state.ts';
import { useDraft } from './use-draft.ts';
import { useGiveUp } from './use-give-up.ts';
import { useVerdict } from './use-verdict.ts';
import { moment } from './verdict-text.ts';
import { VerdictForm } from './VerdictForm.tsx';
import styles from './crisis.module.css';

interface Props {
  id: string;
  warn: WarnDetail;
  /** How grave the student's case is by now. */
  currentLevel: number | undefined;
  mode: Exclude<VerdictMode, 'read'>;
  resumed: KeptDecision | undefined;
  drafts: Drafts<KeptDecision> | undefined;
  notice: string | undefined;
  offer: ReactNode;
  /** The warning is another by now: reads it anew, and tells. */
  onConflict: (told: string) => Promise<void>;
  onDone: (() => void) | undefined;
  onClose: () => void;
}

/** Decides on a warning, or changes what one decided. */
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
  const before = decidedOf(warn);
  const verdict = useVerdict(resumed?.verdict ?? before);
  const { given, kept, uploads } = verdict;
  const dirty =
    resumed !== undefined ||
    uploads.sending ||
    given.validStatus !== before.validStatus ||
    given.level !== before.level ||
    given.reason !== before.reason ||
    given.fileIds.join(' ') !== before.files.map(({ file_id }) => file_id).join(' ');
  const draft = useDraft<KeptDecision>(drafts, id, { warnId: warn.warn_id, verdict: kept }, dirty);
  const close = () => {
    draft.end();
    onClose();
  };
  const leave = useGiveUp(dirty, close);

  const params = { id: warn.warn_id };
  const work = useMutation({
    mutationFn: () =>
      mode === 'verify'
        ? call(verifyWarning, { params, body: verifyPayload(given) }, { quiet: true })
        : call(changeVerdict, { params, body: changePayload(given, warn.version) }, { quiet: true }),
    onSuccess: () => {
      void message.success(t('verdict.saved'));
      close();
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.status !== 409) return;
      // Whoever was first is told in the place of the form; one's own changes are compared there with what they found.
      if (mode === 'verify') draft.end();
      await onConflict(t(mode === 'verify' ? 'verdict.faster' : 'verdict.changed'));
      work.reset();
    },
    onSettled: () => {
      for (const resource of ['warn', 'crisis-case']) void invalidate({ resource, invalidates: ['list'] });
      onDone?.();
    },
    gcTime: 0,
  });
  const submit = useOnce(async () => {
    if (!verdict.ready()) return;
    draft.keep();
    await work.mutateAsync();
  });

  const prove = work.error !== null && shownOf(work.error).reaction === 'verify';
  if (prove)
    return (
      <Sheet open title={t('verdict.title')} onClose={() => work.reset()}>
        <VerificationPanel onVerified={() => work.reset()} onBack={() => work.reset()} />
      </Sheet>
    );
  return (
    <Sheet
      open
      title={t('verdict.title')}
      onClose={leave}
      act={{ label: t('verdict.submit'), busy: work.isPending, onClick: submit }}
    >
      {offer}
      {notice !== undefined && <Alert type="warning" showIcon role="alert" className={styles.offer} message={notice} />}
      <NotSent error={work.error} kept={drafts && t('verdict.kept')} />
      <VerdictForm
        input={verdict}
        fixed={mode === 'change'}
        who={warn.child_name}
        question={warn.warn_content}
        currentLevel={currentLevel}
        about={t('verdict.reported', { name: warn.reporter_name, at: moment(warn.reported_at) })}
      />
      <FormerVerdicts former={warn.former} />
    </Sheet>
  );
}
