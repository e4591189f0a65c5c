import { Alert, Checkbox, DatePicker, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { NOTE_MAX } from '../../../platform/media/attachments.ts';
import { calendarDay, schoolNow } from '../../../platform/ui/web/school-time.ts';
import { NEXT_MAX, planNextStep } from '../contract/case-work.ts';
import type { CaseDialogProps } from './case-dialog.ts';
import { useCaseAct } from './use-case-act.ts';
import { useConfirmDiscard } from './use-confirm-discard.ts';
import styles from './case.module.css';

/** Completes the next step of a case (`completing`), plans the one that follows, or both. */
export function NextStepDialog({
  value,
  completing,
  onClose,
  onDone,
  onConflict,
}: CaseDialogProps & { completing: boolean }) {
  const { t } = useTranslation();
  // What was shown on opening: the value is read again after a conflict.
  const [{ case_id: id, version, next_text: planned = '', next_on }] = useState(value);
  const [result, setResult] = useState('');
  const [follows, setFollows] = useState(!completing);
  const [text, setText] = useState(completing ? '' : planned);
  const [plannedOn] = useState(completing || next_on === undefined ? undefined : calendarDay(next_on));
  const [on, setOn] = useState(plannedOn);
  const ready = (!completing || result.trim() !== '') && (!follows || (text.trim() !== '' && on !== undefined));
  const isDirty = result !== '' || text !== (completing ? '' : planned) || on !== plannedOn;
  const leave = useConfirmDiscard(isDirty, onClose, t('cases.leaveText'));
  const { save, busy, conflict, failure } = useCaseAct(
    (key) =>
      call(
        planNextStep,
        {
          params: { id },
          body: {
            version,
            ...(completing && { result: result.trim() }),
            ...(follows && on && { next: { text: text.trim(), on: on.format('YYYY-MM-DD') } }),
          },
        },
        { quiet: true, idempotencyKey: key },
      ),
    onDone,
    onConflict,
  );
  return (
    <Sheet
      open
      title={t(completing ? 'cases.completeTitle' : 'cases.planTitle', { name: value.child_name })}
      onClose={leave}
      act={{ label: t('cases.save'), busy, disabled: !ready || conflict, onClick: save }}
    >
      <div className={styles.form}>
        {failure !== undefined && (
          <Alert type="error" showIcon role="alert" message={failure} description={conflict && t('cases.reopen')} />
        )}
        {completing && (
          <>
            <p className={styles.content}>{planned}</p>
            <div>
              <label htmlFor="next-result">{t('cases.result')}</label>
              <Input.TextArea
                id="next-result"
                placeholder={t('cases.resultHint')}
                maxLength={NOTE_MAX}
                value={result}
                onChange={({ target }) => setResult(target.value)}
                autoSize={{ minRows: 3, maxRows: 10 }}
              />
            </div>
            <Checkbox checked={follows} onChange={({ target }) => setFollows(target.checked)}>
              {t('cases.follows')}
            </Checkbox>
          </>
        )}
        {follows && (
          <>
            <div>
              <label htmlFor="next-text">{t('cases.nextText')}</label>
              <Input.TextArea
                id="next-text"
                placeholder={t('cases.nextHint')}
                maxLength={NEXT_MAX}
                showCount
                value={text}
                onChange={({ target }) => setText(target.value)}
                autoSize={{ minRows: 2, maxRows: 6 }}
              />
            </div>
            <div>
              <label htmlFor="next-on">{t('cases.nextOn')}</label>
              <div>
                <DatePicker
                  id="next-on"
                  minDate={schoolNow()}
                  value={on ?? null}
                  onChange={(next) => setOn(next ?? undefined)}
                />
              </div>
            </div>
            <p className={styles.quiet}>{t('cases.nextHelp')}</p>
          </>
        )}
      </div>
    </Sheet>
  );
}
