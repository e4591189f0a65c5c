import { Button, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/http/web/call.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { displayOf } from '../../../../platform/session/web/notify-failure.ts';
import { RESCUE_MAX, restoreInRoom } from '../../contract/seats.ts';
import planning from './planning.module.css';
import styles from './room.module.css';

/** What became of a file. */
interface Outcome {
  n: number;
  file: string;
  text: string;
  failed: boolean;
}

/** Restores the files that PCs of the room saved. It shows whose answers were restored and how many, never an answer. */
export function RoomRescue({ examId: id, onRestored }: { examId: string; onRestored: () => void }) {
  const { t } = useTranslation();
  const may = useMay('screening/room', 'create');
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [running, setRunning] = useState(0);
  const tell = (file: string, text: string, failed: boolean) =>
    setOutcomes((before) => [{ n: before.length, file, text, failed }, ...before]);
  const restore = async (file: File) => {
    if (file.size > RESCUE_MAX) return tell(file.name, t('exams.room.rescueTooLarge'), true);
    setRunning((count) => count + 1);
    try {
      const done = await call(restoreInRoom, { params: { id }, body: { file: await file.text() } }, { quiet: true });
      const { child_name: name, restored, superseded, late } = done;
      const parts = [t('exams.room.rescued', { name, count: restored })];
      if (superseded > 0) parts.push(t('exams.room.rescuedOlder', { count: superseded }));
      if (late > 0) parts.push(t('exams.room.rescuedLate', { count: late }));
      tell(file.name, parts.join('；'), false);
      onRestored();
    } catch (error) {
      tell(file.name, displayOf(error).text, true);
    } finally {
      setRunning((count) => count - 1);
    }
  };
  if (!may) return null;
  return (
    <section className={planning.card} aria-labelledby="room-rescue">
      <h2 id="room-rescue" className={planning.heading}>
        {t('exams.room.rescue')}
      </h2>
      <p className={planning.quiet}>{t('exams.room.rescueHelp')}</p>
      <Upload
        accept=".json,application/json"
        multiple
        showUploadList={false}
        beforeUpload={(file: File) => {
          void restore(file);
          return false;
        }}
      >
        <Button loading={running > 0}>{t('exams.room.rescueChoose')}</Button>
      </Upload>
      {outcomes.length > 0 && (
        <ul className={styles.outcomes} aria-live="polite">
          {outcomes.map(({ n, file, text, failed }) => (
            <li key={n} data-failed={failed}>
              <span className={planning.quiet}>{file}</span>
              {text}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
