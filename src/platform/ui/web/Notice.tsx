import { useEffect, useRef, type ReactNode } from 'react';
import styles from './Notice.module.css';

interface Props {
  title: string;
  text: string;
  /** Decorative picture above the title. */
  picture?: ReactNode;
  /** What explains the text, below it. */
  details?: ReactNode;
  /** Buttons for the next step. */
  acts?: ReactNode;
  /** Fills the viewport; otherwise the content area. */
  whole?: boolean;
}

/** A page with a single message and the next step. */
export function Notice({ title, text, picture, details, acts, whole = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Screen readers announce the message.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const Container = whole ? 'main' : 'section';
  return (
    <Container className={whole ? `${styles.notice} ${styles.whole}` : styles.notice}>
      {picture !== undefined && (
        <div className={styles.picture} aria-hidden="true">
          {picture}
        </div>
      )}
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <p className={styles.text}>{text}</p>
      {details}
      {acts !== undefined && <div className={styles.acts}>{acts}</div>}
    </Container>
  );
}
