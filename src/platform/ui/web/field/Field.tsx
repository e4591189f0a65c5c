import type { ReactNode } from 'react';
import styles from './Field.module.css';

interface Props {
  id: string;
  label: string;
  error?: string | undefined;
  failure?: string | undefined;
  hint?: ReactNode;
  children: ReactNode;
}

/**
 * Label, input and a line for its error, the failure of the request or a hint. The line always takes its space, so
 * nothing moves; `fieldProps` connects it with the input.
 */
export const Field = ({ id, label, error, failure, hint, children }: Props) => (
  <div className={styles.field}>
    <label htmlFor={id} className={styles.label}>
      {label}
    </label>
    {children}
    <p id={`${id}-note`} className={error === undefined ? styles.hint : styles.error} aria-live="polite">
      {error ??
        (failure === undefined ? (
          hint
        ) : (
          <span role="alert" className={styles.failure}>
            {failure}
          </span>
        ))}
    </p>
  </div>
);

export const fieldProps = (id: string, error: string | undefined) => ({
  id,
  name: id,
  status: error === undefined ? ('' as const) : ('error' as const),
  'aria-invalid': error !== undefined,
  'aria-describedby': `${id}-note`,
});
