import { useMutation } from '@tanstack/react-query';
import { Alert, App, Input, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import { NOTE_MAX } from '../../../platform/media/attachments.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { CrisisLevelTag } from '../../../platform/ui/web/CrisisLevelTag.tsx';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { changeCaseLevel, closeCase, type CaseDetail } from '../contract/cases.ts';
import { CRISIS_LEVELS, notInformed } from '../rules/crisis.ts';
import { useConfirmDiscard } from './use-confirm-discard.ts';
import styles from './case.module.css';

interface Props {
  act: 'level' | 'close';
  value: CaseDetail;
  onClose: () => void;
  onDone: () => void;
  /** Called on a conflict (409): another user changed the case first. */
  onConflict: () => void;
}

/** Changes the level of a case, or closes it; both require a reason. */
export function CaseActDialog({
  act,
  value: { case_id: id, version, crisis_level: currentLevel, inform, informed },
  onClose,
  onDone,
  onConflict,
}: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const otherLevels = CRISIS_LEVELS.filter((level) => level !== currentLevel);
  const [level, setLevel] = useState(otherLevels[0] ?? CRISIS_LEVELS[0]);
  const [reason, setReason] = useState('');
  const [uninformed, setUninformed] = useState('');
  const [problem, setProblem] = useState(false);
  const missing = act === 'close' && inform ? notInformed(informed) : [];
  const leave = useConfirmDiscard(reason !== '', onClose, t('cases.leaveText'));
  const saving = useMutation({
    mutationFn: () =>
      act === 'level'
        ? call(changeCaseLevel, { params: { id }, body: { crisis_level: level, reason, version } }, { quiet: true })
        : call(
            closeCase,
            {
              params: { id },
              body: { reason, version, ...(missing.length > 0 && { uninformed_reason: uninformed }) },
            },
            { quiet: true },
          ),
    onSuccess: () => {
      void message.success(t('cases.saved'));
      onDone();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) onConflict();
    },
    gcTime: 0,
  });
  const submit = useOnce(async () => {
    const empty = reason.trim() === '' || (missing.length > 0 && uninformed.trim() === '');
    setProblem(empty);
    if (!empty) await saving.mutateAsync();
  });
  return (
    <Sheet
      open
      title={t(act === 'level' ? 'cases.level' : 'cases.closeTitle')}
      onClose={leave}
      act={{
        label: t(act === 'level' ? 'cases.save' : 'cases.closeVerb'),
        busy: saving.isPending,
        danger: act === 'close',
        onClick: submit,
      }}
    >
      <div className={styles.form}>
        {saving.error && <Alert type="error" showIcon role="alert" message={failureOf(saving.error).message} />}
        {act === 'close' ? (
          <p className={styles.quiet}>{t('cases.closeHelp')}</p>
        ) : (
          <Radio.Group
            aria-label={t('cases.levelTo')}
            className={styles.levels}
            value={level}
            onChange={({ target }) => setLevel(otherLevels.find((each) => each === target.value) ?? level)}
          >
            {otherLevels.map((each) => (
              <Radio key={each} value={each}>
                <CrisisLevelTag level={each} />
              </Radio>
            ))}
          </Radio.Group>
        )}
        <Input.TextArea
          aria-label={t('cases.reason')}
          placeholder={t('cases.reasonHint')}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          maxLength={NOTE_MAX}
          showCount
          autoSize={{ minRows: 4, maxRows: 12 }}
          status={problem ? 'error' : ''}
          aria-invalid={problem}
        />
        {missing.length > 0 && (
          <>
            <p>{t('cases.closeUninformed', { who: missing.map((who) => labelOf('informed_who', who)).join('、') })}</p>
            <Input.TextArea
              aria-label={t('cases.uninformedReason')}
              placeholder={t('cases.uninformedReason')}
              value={uninformed}
              onChange={({ target }) => setUninformed(target.value)}
              maxLength={NOTE_MAX}
              autoSize={{ minRows: 2, maxRows: 8 }}
              aria-invalid={problem && uninformed.trim() === ''}
            />
          </>
        )}
        {problem && (
          <p role="alert" className={styles.problem}>
            {t('cases.reasonHint')}
          </p>
        )}
      </div>
    </Sheet>
  );
}
