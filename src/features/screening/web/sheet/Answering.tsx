import { Button, Progress, Switch } from 'antd';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { persistentStorage, slot } from '../../../../platform/state/web/storage.ts';
import type { Sheet } from '../../contract/sheets.ts';
import { PLACE } from '../../rules/place.ts';
import { HelpLines } from '../own/HelpLines.tsx';
import { HelpOffer } from '../own/HelpOffer.tsx';
import { minutesFor, missingOf, questionsOf, type Question as Asked } from './items.ts';
import { Question } from './Question.tsx';
import { RestoreFile } from './RestoreFile.tsx';
import { Review } from './Review.tsx';
import { SendStatus } from './SendStatus.tsx';
import { useAnswers, type OwnAnswers } from './use-answers.ts';
import { useContact } from './use-contact.ts';
import styles from './sheet.module.css';

interface Props {
  /** Without an account, in a computer room: no way home. */
  alone?: boolean;
  sheet: Sheet;
  userId: string;
  onSubmitted: () => void;
  /** Goes on here after another device had taken over. */
  onTake: () => void;
  /** Reads the sheet again. */
  onRenew: () => void;
}

interface Look {
  large: boolean;
  whole: boolean;
}
const isLook = (value: unknown): value is Look =>
  typeof value === 'object' && value !== null && 'large' in value && 'whole' in value;
/** How this device shows questions; says nothing about a person. */
const lookSlot = slot(persistentStorage, 'xinyu.sheet-look', isLook);

/** The questions of an open sheet. */
export function Answering(props: Props) {
  const [restored, setRestored] = useState<{ sheet: Sheet; n: number; count: number }>();
  const onRestored = (sheet: Sheet, count: number) => setRestored((was) => ({ sheet, count, n: (was?.n ?? 0) + 1 }));
  return (
    <Opened
      key={restored?.n ?? 0}
      {...props}
      sheet={restored?.sheet ?? props.sheet}
      restored={restored?.count}
      onRestored={onRestored}
    />
  );
}

interface OpenedProps extends Props {
  /** Answers that a file brought back. */
  restored: number | undefined;
  onRestored: (sheet: Sheet, count: number) => void;
}

function Opened(props: OpenedProps) {
  const own = useAnswers(props.sheet, props.userId);
  return own === undefined ? null : <Questions {...props} own={own} />;
}

function Questions({ own, restored, onRestored, ...props }: OpenedProps & { own: OwnAnswers }) {
  const { sheet, alone = false, onSubmitted, onTake, onRenew } = props;
  const { t } = useTranslation();
  const questions = questionsOf(sheet.scales, own.answers);
  const missing = missingOf(questions, own.answers);
  const [look, setLook] = useState(() => lookSlot.get() ?? { large: false, whole: false });
  const [at, setAt] = useState(() => missing[0] ?? questions.length);
  const [paused, setPaused] = useState(false);
  // At a school PC the digits choose at once; elsewhere the page is read from its top.
  const [moved, setMoved] = useState(alone);
  const show = (next: Look) => {
    setLook(next);
    lookSlot.set(next);
  };
  const go = (to: number) => {
    setMoved(true);
    setAt(Math.max(0, Math.min(questions.length, to)));
  };
  const inRoom = alone || sheet.place === PLACE.room;
  useContact(sheet.child_exam_id, own, inRoom);
  const question = questions[at];
  const done = questions.length - missing.length;
  useEffect(() => {
    window.scrollTo({ top: 0 });
  }, [at]);

  if (paused)
    return (
      <section className={styles.panel}>
        <h1 className={styles.title}>{t('sheet.breakTitle')}</h1>
        <p className={styles.words}>
          {t(own.durable || own.state === 'saved' ? 'sheet.breakText' : 'sheet.breakWaiting')}
        </p>
        <div className={styles.acts}>
          <Button type="primary" size="large" autoFocus onClick={() => setPaused(false)}>
            {t('sheet.goOn')}
          </Button>
          {!alone && (
            <Link to="/index" className={styles.home}>
              {t('sheet.toHome')}
            </Link>
          )}
        </div>
        <HelpLines />
      </section>
    );
  const finish = <Review {...{ sheet, own, questions, missing, inRoom, onSubmitted }} onGo={go} />;
  return (
    <div className={styles.sheet} data-large={look.large}>
      <header className={styles.head}>
        <h1 className={styles.name}>{sheet.exam_name}</h1>
        <div className={styles.switches}>
          <label>
            <Switch checked={look.large} onChange={(large) => show({ ...look, large })} size="small" />
            {t('sheet.large')}
          </label>
          <label>
            <Switch checked={look.whole} onChange={(whole) => show({ ...look, whole })} size="small" />
            {t('sheet.whole')}
          </label>
          <Button type="text" onClick={() => setPaused(true)}>
            {t('sheet.break')}
          </Button>
        </div>
        <Progress percent={Math.round((100 * done) / Math.max(1, questions.length))} showInfo={false} aria-hidden />
        <p className={styles.quiet}>
          {t('sheet.progress', { done, total: questions.length })}
          {missing.length > 0 && `，${t('sheet.left', { minutes: minutesFor(missing.length) })}`}
        </p>
        <SendStatus {...{ own, inRoom, onTake, onRenew }} />
        {restored !== undefined && (
          <p className={styles.notice} role="status">
            {t('sheet.restored', { count: restored })}
          </p>
        )}
      </header>
      {!alone && <HelpOffer open={own.offer} sheetId={sheet.child_exam_id} onClose={own.closeOffer} />}
      {look.whole ? (
        <>
          <Scales questions={questions} own={own} />
          {finish}
        </>
      ) : question === undefined ? (
        finish
      ) : (
        <OneQuestion {...{ question, at, questions, own, go }} focused={moved} />
      )}
      <RestoreFile sheetId={sheet.child_exam_id} onRestored={onRestored} />
    </div>
  );
}

/** All questions below each other. */
function Scales({ questions, own }: { questions: readonly Asked[]; own: OwnAnswers }) {
  return questions.map((question, i) => (
    <div key={question.key}>
      {questions[i - 1]?.scale !== question.scale && <p className={styles.instruction}>{question.scale.instruction}</p>}
      <Question
        item={question.item}
        number={i + 1}
        value={own.answers.get(question.key)}
        onAnswer={(value) => own.answer(question, value)}
      />
    </div>
  ));
}

interface OneProps {
  question: Asked;
  at: number;
  questions: readonly Asked[];
  own: OwnAnswers;
  go: (to: number) => void;
  focused: boolean;
}

/** One question. Digits choose, Enter and the right arrow go on, the left arrow goes back. */
function OneQuestion({ question, at, questions, own, go, focused }: OneProps) {
  const { t } = useTranslation();
  const value = own.answers.get(question.key);
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const target = event.target as HTMLElement;
    const typing = target instanceof HTMLTextAreaElement || target.getAttribute('inputmode') === 'decimal';
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    if (!typing && /^[1-9]$/.test(event.key)) {
      event.currentTarget.querySelector<HTMLInputElement>(`[data-digit="${event.key}"]`)?.click();
      return event.preventDefault();
    }
    const next =
      (event.key === 'ArrowRight' && !typing) ||
      (event.key === 'Enter' && !(target instanceof HTMLTextAreaElement) && !(target instanceof HTMLButtonElement));
    if (next) go(at + 1);
    else if (event.key === 'ArrowLeft' && !typing) go(at - 1);
    else return;
    event.preventDefault();
  };
  return (
    // The keys belong to the question as a whole, wherever the focus is inside it.
    <div role="presentation" onKeyDown={press}>
      <p role="status" className={styles.place}>
        {t('sheet.place', { at: at + 1, total: questions.length })}
      </p>
      <p className={styles.instruction}>{question.scale.instruction}</p>
      <Question
        key={question.key}
        item={question.item}
        number={at + 1}
        value={value}
        onAnswer={(next) => own.answer(question, next)}
        focused={focused}
      />
      <div className={styles.steps}>
        <Button size="large" disabled={at === 0} onClick={() => go(at - 1)}>
          {t('sheet.previous')}
        </Button>
        <Button size="large" type="primary" onClick={() => go(at + 1)}>
          {t(value === undefined ? 'sheet.skip' : at + 1 === questions.length ? 'sheet.toReview' : 'sheet.next')}
        </Button>
      </div>
      <p className={styles.keys}>{t('sheet.keys')}</p>
    </div>
  );
}
