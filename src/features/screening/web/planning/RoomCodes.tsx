import { Button, Popconfirm } from 'antd';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/http/web/call.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { makeCodes, type CodeList } from '../../contract/rooms.ts';
import { useAct } from '../use-act.ts';
import planning from './planning.module.css';
import styles from './room.module.css';

interface Props {
  examId: string;
  classId: string | undefined;
  examName: string;
}

/** Makes the codes, which are shown once, and prints them. */
export function RoomCodes({ examId, classId, examName }: Props) {
  const { t } = useTranslation();
  const mayMake = useMay('screening/room', 'create');
  const [codes, setCodes] = useState<CodeList>();
  const { run, busy } = useAct();
  const make = () =>
    run(
      () =>
        call(
          makeCodes,
          { params: { id: examId }, body: classId === undefined ? {} : { class_id: classId } },
          { quiet: true },
        ),
      {
        done: ({ total }) => t(total === 0 ? 'exams.room.noCodes' : 'exams.room.made', { count: total }),
        onDone: setCodes,
      },
    );
  if (!mayMake) return null;
  return (
    <section className={planning.card} aria-labelledby="room-codes">
      <h2 id="room-codes" className={planning.heading}>
        {t('exams.room.codes')}
      </h2>
      <p className={planning.quiet}>{t('exams.room.codesHelp')}</p>
      <div className={styles.acts}>
        <Popconfirm
          title={t('exams.room.confirm')}
          description={t('exams.room.confirmText')}
          okText={t('exams.room.make')}
          cancelText={t('common.cancel')}
          onConfirm={() => void make()}
        >
          <Button type={codes === undefined ? 'primary' : 'default'} loading={busy}>
            {t('exams.room.make')}
          </Button>
        </Popconfirm>
        {codes !== undefined && codes.total > 0 && (
          <Button type="primary" onClick={() => window.print()}>
            {t('exams.room.print')}
          </Button>
        )}
      </div>
      {codes !== undefined && codes.total > 0 && (
        <>
          <Slips codes={codes} examName={examName} />
          {createPortal(
            <div className={styles.paper} aria-hidden>
              <h1>{examName}</h1>
              <Slips codes={codes} examName={examName} />
            </div>,
            document.body,
          )}
        </>
      )}
    </section>
  );
}

/** One slip for each student, to cut out. */
function Slips({ codes, examName }: { codes: CodeList; examName: string }) {
  const { t } = useTranslation();
  const address = new URL('/exam-code', location.href).href;
  return (
    <ul className={styles.slips} aria-label={t('exams.room.codesOf', { name: examName })}>
      {codes.items.map((one) => (
        <li key={one.child_id} className={styles.slip}>
          <span>
            {one.child_name} {one.student_no}
          </span>
          <span className={planning.quiet}>{one.class_name}</span>
          <code className={styles.code}>
            {one.code.slice(0, 4)} {one.code.slice(4)}
          </code>
          <span className={styles.how}>{t('exams.room.how', { address })}</span>
        </li>
      ))}
    </ul>
  );
}
