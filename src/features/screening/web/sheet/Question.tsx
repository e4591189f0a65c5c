import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStable } from '../../../../platform/ui/web/use-stable.ts';
import type { Value } from '../offline/unsent.ts';
import { choicesOf, isComplete, type Item } from './items.ts';
import styles from './sheet.module.css';

interface Props {
  item: Item;
  /** Position in the sheet, from 1. */
  number: number;
  value: Value | undefined;
  onAnswer: (value: Value) => void;
  /** Moves the focus to the question, for readers and keyboard. */
  focused?: boolean;
}

/** One question with its choices; its title names the group for readers. */
export function Question({ item, number, value, onAnswer, focused = false }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) title.current?.focus();
  }, [focused, item.item_id]);
  const { kind } = item;
  const about = kind === 'multiple' ? t('sheet.several') : item.help;
  return (
    <section className={styles.question} aria-labelledby={id}>
      <h2 id={id} ref={title} tabIndex={-1} className={styles.text}>
        <span className={styles.number}>{number}.</span> {item.text}
        {item.optional === true && <span className={styles.optional}>{t('sheet.optional')}</span>}
      </h2>
      {about !== undefined && <p className={styles.help}>{about}</p>}
      {kind === 'text' || kind === 'number' ? (
        <Typed item={item} value={value} onAnswer={onAnswer} labelledBy={id} />
      ) : (
        <Choices item={item} value={value} onAnswer={onAnswer} labelledBy={id} name={`${id}-choice`} />
      )}
    </section>
  );
}

interface InputProps {
  item: Item;
  value: Value | undefined;
  onAnswer: (value: Value) => void;
  labelledBy: string;
}

function Choices({ item, value, onAnswer, labelledBy, name }: InputProps & { name: string }) {
  const several = item.kind === 'multiple';
  const chosen = Array.isArray(value) ? value : value === undefined ? [] : [value];
  const toggle = (one: number | string) => {
    const next = chosen.includes(one) ? chosen.filter((each) => each !== one) : [...chosen, one];
    if (item.most === undefined || next.length <= item.most) onAnswer(next);
  };
  return (
    <div role={several ? 'group' : 'radiogroup'} aria-labelledby={labelledBy} className={styles.choices}>
      {choicesOf(item).map((choice, i) => (
        <label key={choice.value} className={styles.choice} data-chosen={chosen.includes(choice.value)}>
          <input
            type={several ? 'checkbox' : 'radio'}
            name={name}
            checked={chosen.includes(choice.value)}
            data-digit={i + 1}
            onChange={() => (several ? toggle(choice.value) : onAnswer(choice.value))}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}

/** A number or a text. It is kept when the field is left, and while typing after a short pause. */
function Typed({ item, value, onAnswer, labelledBy }: InputProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value === undefined ? '' : String(value));
  const number = item.kind === 'number';
  const given = (text: string): Value => (number ? Number(text) : text);
  const wrong = number && typed.trim() !== '' && !isComplete(item, given(typed));
  const keep = useStable(() => {
    if (typed.trim() !== '' && !wrong && typed !== String(value ?? '')) onAnswer(given(typed));
  });
  useEffect(() => {
    const timer = setTimeout(() => keep(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, keep]);
  useEffect(() => () => keep(), [keep]);
  const common = {
    'aria-labelledby': labelledBy,
    className: styles.typed,
    value: typed,
    onBlur: () => keep(),
  };
  return (
    <div className={styles.choices}>
      {number ? (
        <span>
          <input {...common} inputMode="decimal" aria-invalid={wrong} onChange={(e) => setTyped(e.target.value)} />{' '}
          {item.unit}
        </span>
      ) : (
        <textarea {...common} rows={4} maxLength={item.max_length} onChange={(e) => setTyped(e.target.value)} />
      )}
      {wrong && (
        <p role="alert" className={styles.help}>
          {item.from !== undefined && item.to !== undefined
            ? t('sheet.numberBetween', { from: item.from, to: item.to })
            : t('sheet.numberWrong')}
        </p>
      )}
    </div>
  );
}

const TYPING_MS = 800;
