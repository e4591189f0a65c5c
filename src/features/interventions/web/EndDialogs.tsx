import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/crud/web/acts/ConfirmDialog.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import type { RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { rowName } from '../../../platform/resources/contract/entity.ts';
import { minuteOf } from '../../../platform/schema/wall-clock.ts';
import { endConsultation } from '../contract/records.ts';
import { CONSULTATION } from '../rules/consultation.ts';

const OUTCOMES = {
  cancel: { status: CONSULTATION.cancelled, title: 'cancelTitle', text: 'cancelText', done: 'cancelled' },
  absent: { status: CONSULTATION.absent, title: 'absentTitle', text: 'absentText', done: 'absentDone' },
} as const;

/** Creates the dialog that cancels an appointment or marks the student as absent. */
const endDialog = (outcome: keyof typeof OUTCOMES) =>
  function EndDialog(props: RowsDialogProps) {
    const { t } = useTranslation();
    const [row = {}] = useLast(props.rows) ?? [];
    const { status, title, text, done } = OUTCOMES[outcome];
    return (
      <ConfirmDialog
        {...props}
        danger={outcome === 'cancel'}
        title={t(`records.${title}`, { name: rowName(props.entity.schema, row) })}
        text={t(`records.${text}`, { at: minuteOf(Date.parse(String(row['start_at']))) })}
        verb={() => t(`records.${outcome}`)}
        done={() => t(`records.${done}`)}
        run={([id = ''], [asked = {}]) =>
          call(endConsultation, { params: { id }, body: { from: String(asked['start_at']), status } }, { quiet: true })
        }
      />
    );
  };

export const CancelDialog = endDialog('cancel');
export const AbsentDialog = endDialog('absent');
