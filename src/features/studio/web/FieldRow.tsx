import type { ReactNode } from 'react';
import styles from './studio.module.css';

interface Props {
  id: string;
  label: string;
  hint?: string;
  problem?: string | undefined;
  children: ReactNode;
}

/** One setting of a field with its label, problem and hint. */
export function FieldRow({ id, label, hint, problem, children }: Props) {
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{label}</label>
      <div>
        {children}
        {problem !== undefined && (
          <p className={styles.wrong} role="alert">
            {problem}
          </p>
        )}
        {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      </div>
    </div>
  );
}
