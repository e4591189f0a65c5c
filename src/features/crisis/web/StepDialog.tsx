import { useMutation } from '@tanstack/react-query';
import { Alert, App, Checkbox, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../../platform/crud/web/new-id.ts';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { ReasonEditor } from '../../../platform/media/web/ReasonEditor.tsx';
import { useUploads } from '../../../platform/media/web/use-uploads.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { addCaseStep, type CaseStep } from '../contract/cases.ts';
import { WRITTEN_KINDS, type WrittenKind } from '../rules/crisis.ts';
import { useConfirmDiscard } from './use-confirm-discard.ts';
import styles from './case.module.css';

interface Props {
  caseId: string;
  /** The step to amend; undefined for a new step. */
  amends: CaseStep | undefined;
  canRestrict: boolean;
  onClose: () => void;
  onDone: () => void;
  onFailed: () => void;
}

const writtenKind = (kind: string | undefined): WrittenKind => WRITTEN_KINDS.find((each) => each === kind) ?? 'note';

/** Adds a step to a case, or amends one of the user's own steps. The idempotency key makes a repeated send one step. */
export function StepDialog({ caseId, amends, canRestrict, onClose, onDone, onFailed }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [key] = useState(newId);
  const [kind, setKind] = useState<WrittenKind>(writtenKind(amends?.kind));
  const [content, setContent] = useState(amends?.content ?? '');
  const [restricted, setRestricted] = useState(false);
  const [problem, setProblem] = useState<string>();
  const uploads = useUploads([], (text) => void message.error(text));
  const isDirty = content !== (amends?.content ?? '') || uploads.items.length > 0;
  const leave = useConfirmDiscard(isDirty, onClose, t('cases.leaveText'));
  const saving = useMutation({
    mutationFn: () =>
      call(
        addCaseStep,
        {
          params: { id: caseId },
          body: { kind, content, file_ids: uploads.fileIds, restricted, ...(amends && { amends: amends.step_id }) },
        },
        { quiet: true, idempotencyKey: key },
      ),
    onSuccess: () => {
      void message.success(t('cases.saved'));
      onDone();
    },
    // An earlier attempt may have reached the server; the page below then shows the step.
    onError: onFailed,
    gcTime: 0,
  });
  const save = useOnce(async () => {
    const empty = content.trim() === '';
    setProblem(empty ? t('cases.required') : undefined);
    if (empty) return;
    if (uploads.sending) void message.warning(t('cases.stillSending'));
    else if (uploads.failed) void message.warning(t('cases.someFailed'));
    else await saving.mutateAsync();
  });
  return (
    <Sheet
      open
      title={t(amends ? 'cases.amendTitle' : 'cases.add')}
      onClose={leave}
      act={{ label: t('cases.save'), busy: saving.isPending, onClick: save }}
    >
      <div className={styles.form}>
        {saving.error && <Alert type="error" showIcon role="alert" message={failureOf(saving.error).message} />}
        {amends ? (
          <p className={styles.quiet}>{t('cases.amendHelp')}</p>
        ) : (
          <Radio.Group
            aria-label={t('cases.kind')}
            optionType="button"
            buttonStyle="solid"
            value={kind}
            onChange={({ target }) => setKind(writtenKind(String(target.value)))}
            options={WRITTEN_KINDS.map((value) => ({ value, label: labelOf('case_step_kind', value) }))}
          />
        )}
        <ReasonEditor
          label={t('cases.content')}
          placeholder={t('cases.placeholder')}
          value={content}
          onChange={setContent}
          uploads={uploads}
          problem={problem}
        />
        {canRestrict && !amends && (
          <div>
            <Checkbox checked={restricted} onChange={({ target }) => setRestricted(target.checked)}>
              {t('cases.restricted')}
            </Checkbox>
            <p className={styles.quiet}>{t('cases.restrictedHelp')}</p>
          </div>
        )}
      </div>
    </Sheet>
  );
}
