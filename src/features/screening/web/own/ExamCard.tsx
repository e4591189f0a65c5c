import { CheckCircleOutlined, ClockCircleOutlined, FormOutlined, MinusCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { call } from '../../../../platform/http/web/call.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { Tag } from '../../../../platform/ui/web/Tag.tsx';
import { retake, type MyExam } from '../../contract/sheets.ts';
import { minutesFor } from '../sheet/items.ts';
import { useAct } from '../use-act.ts';
import styles from './own.module.css';

const LOOKS = {
  waiting_consent: { look: 'yellow', icon: <ClockCircleOutlined /> },
  planned: { look: 'grey', icon: <ClockCircleOutlined /> },
  open: { look: 'yellow', icon: <FormOutlined /> },
  submitted: { look: 'grey', icon: <CheckCircleOutlined /> },
  scored: { look: 'grey', icon: <CheckCircleOutlined /> },
  closed: { look: 'grey', icon: <MinusCircleOutlined /> },
} as const;

/** One screening: its window, state and length. Only the student's own can be opened. */
export function ExamCard({ exam, own }: { exam: MyExam; own: boolean }) {
  const { t } = useTranslation();
  const { child_exam_id, exam_name, child_name, status, starts_at, ends_at, answered, total, attempt } = exam;
  const { look, icon } = LOOKS[status];
  const open = own && status === 'open';
  const navigate = useNavigate();
  const { busy, run } = useAct();
  const again = () =>
    run(async () => {
      const { child_exam_id: next } = await call(retake, { params: { id: exam.exam_id } });
      await navigate(`/my/exam/${next}`);
    });
  return (
    <article className={styles.card}>
      <div className={styles.cardHead}>
        <h3 className={styles.subtitle}>
          {own ? exam_name : `${child_name} · ${exam_name}`}
          {attempt > 1 && t('mine.attempt', { n: attempt })}
        </h3>
        <Tag look={look} icon={icon}>
          {t(`mine.status.${open && answered > 0 ? 'begun' : status}`)}
        </Tag>
      </div>
      <p className={styles.quiet}>
        {exam.submitted_at === undefined
          ? t('mine.window', { from: dateText(starts_at), to: dateText(ends_at) })
          : t('mine.submitted', { at: dateText(exam.submitted_at) })}
      </p>
      {open && (
        <>
          <p className={styles.quiet}>{t('mine.amount', { count: total, minutes: minutesFor(total - answered) })}</p>
          <Link to={`/my/exam/${child_exam_id}`} className={styles.go}>
            {t(answered > 0 ? 'mine.goOn' : 'mine.start')}
          </Link>
        </>
      )}
      {own && status === 'waiting_consent' && <p className={styles.words}>{t('mine.waitsForConsent')}</p>}
      {exam.may_retake && (
        <Button size="large" loading={busy} onClick={() => void again()}>
          {t('mine.retake')}
        </Button>
      )}
      {exam.result && (
        <Link to={`/my/report/${child_exam_id}`} className={styles.go}>
          {t('mine.result')}
        </Link>
      )}
    </article>
  );
}
