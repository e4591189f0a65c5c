import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { myConsents } from '../../contract/own.ts';
import { myExams, type MyExam } from '../../contract/sheets.ts';
import { UnsentNotice } from '../offline/UnsentNotice.tsx';
import { mine } from '../texts.zh.ts';
import { ConsentList } from './ConsentList.tsx';
import { ExamCard } from './ExamCard.tsx';
import { HelpLines } from './HelpLines.tsx';
import { OwnTalks } from './OwnTalks.tsx';
import styles from './own.module.css';

provideTexts({ mine });

const WAITING: readonly MyExam['status'][] = ['open', 'planned', 'waiting_consent'];

/** The home page of students and guardians: what awaits them, what they did, and where help is. */
export function OwnHome() {
  const { t } = useTranslation();
  const exams = useQuery({
    queryKey: ['my-exams'],
    queryFn: ({ signal }) => call(myExams, {}, { signal, quiet: true }),
    gcTime: 0,
  });
  const consents = useQuery({
    queryKey: ['my-consents'],
    queryFn: ({ signal }) => call(myConsents, {}, { signal, quiet: true }),
    gcTime: 0,
  });
  // The server decides who fills in: a student the own sheets, a guardian none.
  const own = exams.data?.may_answer === true;
  const all = exams.data?.items ?? [];
  const open = all.filter(({ status }) => WAITING.includes(status));
  const past = all.filter(({ status }) => !WAITING.includes(status));
  const given = consents.data?.items ?? [];
  const toDecide = own || exams.data === undefined ? [] : given.filter(({ state }) => state === 'open');
  const decided = given.filter(({ history }) => history.length > 0);
  const error = exams.error ?? consents.error;
  return (
    <div className={styles.page}>
      {own && <UnsentNotice />}
      {error !== null && (
        <FailedState
          error={error}
          onRetry={() => {
            void exams.refetch();
            void consents.refetch();
          }}
        />
      )}
      {toDecide.length > 0 && (
        <section aria-labelledby="to-decide">
          <h2 id="to-decide" className={styles.heading}>
            {t('mine.toDecide')}
          </h2>
          <ConsentList consents={toDecide} own={own} />
        </section>
      )}
      {exams.data === undefined ? (
        error === null && <Skeleton active />
      ) : (
        <section aria-labelledby="awaits">
          <h2 id="awaits" data-tour="own-tasks" className={styles.heading}>
            {t(own ? 'mine.awaits' : 'mine.awaitsChildren')}
          </h2>
          {open.length === 0 && <p className={styles.card}>{t(own ? 'mine.nothing' : 'mine.nothingChildren')}</p>}
          {open.map((exam) => (
            <ExamCard key={exam.child_exam_id} exam={exam} own={own} />
          ))}
        </section>
      )}
      <OwnTalks />
      <section className={styles.card} aria-labelledby="lines">
        <h2 id="lines" className={styles.subtitle}>
          {t('mine.linesTitle')}
        </h2>
        <HelpLines />
      </section>
      {past.length > 0 && (
        <section aria-labelledby="past">
          <h2 id="past" className={styles.heading}>
            {t(own ? 'mine.past' : 'mine.pastChildren')}
          </h2>
          {past.map((exam) => (
            <ExamCard key={exam.child_exam_id} exam={exam} own={own} />
          ))}
        </section>
      )}
      {exams.data !== undefined && decided.length > 0 && (
        <section aria-labelledby="decided">
          <h2 id="decided" className={styles.heading}>
            {t('mine.decided')}
          </h2>
          <ConsentList consents={decided} own={own} />
        </section>
      )}
    </div>
  );
}
