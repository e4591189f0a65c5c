import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { closeExam } from '../../contract/exams.ts';
import { useAct } from '../use-act.ts';
import type { Exam } from './use-exam.ts';

/** Ends a screening before its window does, and says who has not finished. */
export function CloseDialog({ exam, onClose }: { exam: Exam; onClose: () => void }) {
  const { t } = useTranslation();
  const { run, busy } = useAct();
  const close = () =>
    run(() => call(closeExam, { params: { id: exam.exam_id } }, { quiet: true }), {
      done: () => t('exams.closed'),
      onDone: onClose,
    });
  return (
    <Sheet
      open
      title={t('exams.closeTitle', { name: exam.exam_name })}
      onClose={onClose}
      act={{ label: t('exams.close'), busy, danger: true, onClick: () => void close() }}
    >
      <p>{t('exams.closeText', { count: exam.students - exam.submitted })}</p>
    </Sheet>
  );
}
