import type { ReactNode } from 'react';
import styles from '../planning/planning.module.css';

interface Props {
  id: string;
  label: string;
  wrong?: string | undefined;
  help?: string;
  /** The input has labels of its own parts. */
  grouped?: boolean;
  children: ReactNode;
}

/** An input with its label above, and its help or the server's message below. */
export function Labelled({ id, label, wrong, help, grouped = false, children }: Props) {
  return (
    <div>
      {grouped ? <span>{label}</span> : <label htmlFor={id}>{label}</label>}
      {children}
      {wrong !== undefined ? (
        <p className={styles.wrong} role="alert">
          {wrong}
        </p>
      ) : (
        help !== undefined && <p className={styles.quiet}>{help}</p>
      )}
    </div>
  );
}
