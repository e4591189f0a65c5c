import { Alert, Input, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { NOTE_MAX } from '../../../platform/media/attachments.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { CrisisLevelTag } from '../../../platform/ui/web/CrisisLevelTag.tsx';
import { changeCaseLevel, closeCase } from '../contract/cases.ts';
import { CRISIS_LEVELS, notInformed } from '../rules/crisis.ts';
import type { CaseDialogProps } from './case-dialog.ts';
import { useCaseAct } from './use-case-act.ts';
import { useConfirmDiscard } from './use-confirm-discard.ts';
import styles from './case.module.css';

/** Changes the level of a case, or closes it; both require a reason. */
export function CaseActDialog({
  act,
  value,
  onClose,
  onDone,
  onConflict,
}: CaseDialogProps & { act: 'level' | 'close' }) {
  const { t } = useTranslation();
  // What was shown on opening: the value is read again after a conflict.
  const [{ case_id: id, version, crisis_level: currentLevel, inform, informed }] = useState(value);
  const otherLevels = CRISIS_LEVELS.filter((level) => level !== currentLevel);
  const [level, setLevel] = useState(otherLevels[0] ?? CRISIS_LEVELS[0]);
  const [reason, setReason] = useState('');
  const [uninformed, setUninformed] = useState('');
  const [problem, setProblem] = useState(false);
  const missing = act === 'close' && inform ? notInformed(informed) : [];
  const leave = useConfirmDiscard(reason !== '', onClose, t('cases.leaveText'));
  const { save, busy, conflict, failure } = useCaseAct(
    (key) => {
      const options = { quiet: true, idempotencyKey: key };
      return act === 'level'
        ? call(changeCaseLevel, { params: { id }, body: { crisis_level: level, reason, version } }, options)
        : call(
            closeCase,
            { params: { id }, body: { reason, version, ...(missing.length > 0 && { uninformed_reason: uninformed }) } },
            options,
          );
    },
    onDone,
    onConflict,
  );
  const submit = () => {
    const empty = reason.trim() === '' || (missing.length > 0 && uninformed.trim() === '');
    setProblem(empty);
    if (!empty) save();
  };
  return (
    <Sheet
      open
      title={t(act === 'level' ? 'cases.level' : 'cases.closeTitle')}
      onClose={leave}
      act={{
        label: t(act === 'level' ? 'cases.save' : 'cases.closeVerb'),
        busy,
        disabled: conflict,
        danger: act === 'close',
        onClick: submit,
      }}
    >
      <div className={styles.form}>
        {failure !== undefined && (
          <Alert type="error" showIcon role="alert" message={failure} description={conflict && t('cases.reopen')} />
        )}
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
