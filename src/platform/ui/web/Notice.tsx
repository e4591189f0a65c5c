import { useEffect, useRef, type ReactNode } from 'react';
import styles from './Notice.module.css';

interface Props {
  title: string;
  text: string;
  /** Drawn above the title; decoration only. */
  picture?: ReactNode;
  /** What the person can do next. */
  acts?: ReactNode;
  /** Fills the viewport instead of a place within the layout. */
  whole?: boolean;
}

/** A page that has only one thing to say: what happened, and what to do next. */
export function Notice({ title, text, picture, acts, whole = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Readers hear what took the place of the page that was asked for.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const Ground = whole ? 'main' : 'section';
  return (
    <Ground className={whole ? `${styles.notice} ${styles.whole}` : styles.notice}>
      {picture !== undefined && (
        <div className={styles.picture} aria-hidden="true">
          {picture}
        </div>
      )}
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <p className={styles.text}>{text}</p>
      {acts !== undefined && <div className={styles.acts}>{acts}</div>}
    </Ground>
  );
}
