import type { ReactNode } from 'react';
import styles from './Field.module.css';

interface Props {
  id: string;
  label: string;
  error?: string | undefined;
  failure?: string | undefined;
  hint?: ReactNode;
  /** Takes the place of the hint: something that is probably a mistake. */
  caution?: string | undefined;
  children: ReactNode;
}

/**
 * Label, input and a line for its error, the failure of the request, a caution or a hint. The line always takes its
 * space, so nothing moves; `fieldProps` connects it with the input.
 */
export const Field = ({ id, label, error, failure, hint, caution, children }: Props) => (
  <div className={styles.field}>
    <label htmlFor={id} className={styles.label}>
      {label}
    </label>
    {children}
    <p id={`${id}-note`} className={error === undefined ? styles.hint : styles.error} aria-live="polite">
      {error ?? (
        <>
          {failure !== undefined && (
            <span role="alert" className={styles.failure}>
              {failure}
            </span>
          )}
          {failure === undefined && caution !== undefined && <span className={styles.caution}>{caution}</span>}
          {failure === undefined && caution === undefined && hint}
        </>
      )}
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
