import { useState } from 'react';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import type { SheetScale } from '../../contract/sheets.ts';
import { questionsOf, type Answers } from '../sheet/items.ts';
import { Question } from '../sheet/Question.tsx';
import { sheet } from '../texts.zh.ts';
import styles from './packs.module.css';

provideTexts({ sheet });

/** A pack as a student sees it on a phone; what is typed here is not kept. */
export function StudentView({ scale, label }: { scale: SheetScale; label: string }) {
  const [answers, setAnswers] = useState<Answers>(new Map());
  return (
    <section className={styles.phone} aria-label={label} tabIndex={-1}>
      <strong>{scale.title}</strong>
      <p>{scale.instruction}</p>
      {questionsOf([scale], answers).map(({ key, item }, i) => (
        <Question
          key={key}
          item={item}
          number={i + 1}
          value={answers.get(key)}
          onAnswer={(value) => setAnswers((before) => new Map(before).set(key, value))}
        />
      ))}
    </section>
  );
}
