import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import styles from './studio.module.css';

/** A failed check or publication, with what the server named and an act that goes on. */
export function FailureAlert({ error, action }: { error: unknown; action?: ReactNode }) {
  const { message, details } = failureOf(error);
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      className={styles.alert}
      message={message}
      action={action}
      description={details.map(({ field, message: text }) => (
        <div key={field + text}>
          {text}
          <code className={styles.pointer}>{field}</code>
        </div>
      ))}
    />
  );
}
