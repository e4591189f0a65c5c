import { Alert } from 'antd';
import { useEffect, useRef } from 'react';
import { failureOf } from '../../../platform/crud/web/failure.ts';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import styles from './crisis.module.css';

interface Props {
  error: Error | null;
  /** What is said where nobody answered; undefined where nothing is kept on the device. */
  kept: string | undefined;
}

/** Why nothing was sent, wherever the dialog is scrolled to. */
export function NotSent({ error, kept }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) place.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  if (!error) return null;
  const lost = error instanceof ApiError && error.unanswered;
  return (
    <div ref={place} className={styles.offer}>
      <Alert
        type={lost ? 'warning' : 'error'}
        showIcon
        role="alert"
        message={(lost ? kept : undefined) ?? failureOf(error).message}
      />
    </div>
  );
}
