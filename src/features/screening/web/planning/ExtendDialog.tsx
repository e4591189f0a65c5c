import { DatePicker } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { instantOf, schoolTime } from '../../../../platform/ui/web/school-time.ts';
import { extendExam } from '../../contract/exams.ts';
import { useAct } from '../use-act.ts';
import type { Exam } from './use-exam.ts';
import styles from './planning.module.css';

/** Moves the end of the window. */
export function ExtendDialog({ exam, onClose }: { exam: Exam; onClose: () => void }) {
  const { t } = useTranslation();
  const [until, setUntil] = useState(() => schoolTime(exam.ends_at ?? Date.now()).add(7, 'day'));
  const { run, busy } = useAct();
  const extend = () =>
    run(
      () => call(extendExam, { params: { id: exam.exam_id }, body: { ends_at: instantOf(until) } }, { quiet: true }),
      { done: () => t('exams.extended'), onDone: onClose },
    );
  return (
    <Sheet
      open
      title={t('exams.extendTitle', { name: exam.exam_name })}
      onClose={onClose}
      act={{ label: t('exams.extend'), busy, onClick: () => void extend() }}
    >
      <div className={styles.form}>
        <label htmlFor="exam-until">{t('exams.until')}</label>
        <DatePicker
          id="exam-until"
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          allowClear={false}
          value={until}
          minDate={schoolTime(exam.ends_at ?? Date.now())}
          onChange={(next) => setUntil(next ?? until)}
        />
      </div>
    </Sheet>
  );
}
