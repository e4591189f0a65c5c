import { Alert } from 'antd';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import styles from './crisis.module.css';

interface Props {
  error: Error | null;
  /** Text shown when the server did not answer; undefined when no draft is stored on the device. */
  draftText: string | undefined;
}

/** Why sending failed; scrolls itself into view. */
export function SendFailure({ error, draftText }: Props) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) container.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  if (!error) return null;
  const isUnanswered = error instanceof ApiError && error.isUnreachable;
  return (
    <div ref={container} className={styles.offer}>
      <Alert
        type={isUnanswered ? 'warning' : 'error'}
        showIcon
        role="alert"
        message={(isUnanswered ? draftText : undefined) ?? failureOf(error).message}
      />
    </div>
  );
}
