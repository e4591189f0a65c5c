import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/http/web/call.ts';
import { chooseTalk } from '../../contract/seats.ts';
import { submitSheet, type Sheet } from '../../contract/sheets.ts';
import { NO_TALK } from '../../rules/talk-choice.ts';
import { TalkChoice } from '../own/TalkChoice.tsx';
import { EMPTY_WISH, sendWish, TalkWish, type Wish } from '../own/TalkWish.tsx';
import { useAct } from '../use-act.ts';
import type { Question } from './items.ts';
import type { OwnAnswers } from './use-answers.ts';
import styles from './sheet.module.css';

interface Props {
  sheet: Sheet;
  own: OwnAnswers;
  questions: readonly Question[];
  /** Positions without an answer. */
  missing: readonly number[];
  /** In a computer room, where others see the screen and the traffic. */
  inRoom: boolean;
  onGo: (to: number) => void;
  onSubmitted: () => void;
}

/** After the last question: what is missing, whether they would like to talk, and the submission. */
export function Review({ sheet, own, questions, missing, inRoom, onGo, onSubmitted }: Props) {
  const { t } = useTranslation();
  const { busy, run } = useAct();
  const [wish, setWish] = useState<Wish>(EMPTY_WISH);
  const [choice, setChoice] = useState<string>();
  const id = sheet.child_exam_id;
  const [unsent, setUnsent] = useState(false);
  const submit = () =>
    run(async () => {
      setUnsent(false);
      if (!(await own.flush())) return setUnsent(true);
      // First, because a request for a talk must not get lost behind a failed submission.
      if (inRoom) await call(chooseTalk, { params: { id }, body: { choice: choice ?? NO_TALK } });
      else await sendWish(wish, { child_id: sheet.child_id, child_exam_id: id });
      setWish((now) => ({ ...now, sent: true }));
      const body = missing.length > 0 ? { incomplete: true } : {};
      await call(submitSheet, { params: { id }, body });
      await own.forget();
      onSubmitted();
    });
  return (
    <section className={styles.panel}>
      <h2 className={styles.title}>{t(missing.length === 0 ? 'sheet.allDone' : 'sheet.someMissing')}</h2>
      {missing.length > 0 && (
        <>
          <p className={styles.words}>{t('sheet.missing', { count: missing.length })}</p>
          <ul className={styles.missing}>
            {missing.map((i) => (
              <li key={questions[i]?.key}>
                <button type="button" className={styles.toQuestion} onClick={() => onGo(i)}>
                  {t('sheet.toQuestion', { n: i + 1 })}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {inRoom ? (
        <TalkChoice sheetId={id} choice={choice} onChange={setChoice} />
      ) : (
        <TalkWish wish={wish} onChange={setWish} />
      )}
      {unsent && (
        <p className={styles.notice} role="alert">
          {t(own.durable ? 'sheet.unsent' : 'sheet.unsentHere')}
        </p>
      )}
      <div className={styles.acts}>
        <Button size="large" onClick={() => onGo(questions.length - 1)}>
          {t('sheet.back')}
        </Button>
        <Button type="primary" size="large" loading={busy} onClick={() => void submit()}>
          {t(missing.length > 0 ? 'sheet.submitAnyway' : 'sheet.submit')}
        </Button>
      </div>
    </section>
  );
}
