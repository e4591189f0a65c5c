import { Alert } from 'antd';
import type { Finding } from '../../../platform/schema/problem.ts';
import styles from './studio.module.css';

/** Problems of a schema: reason, fix and place. */
export const FindingsAlert = ({ findings }: { findings: readonly Finding[] }) => (
  <Alert
    type="error"
    showIcon
    role="alert"
    className={styles.alert}
    message={findings.map(({ pointer, reason, fix }) => (
      <div key={pointer + reason}>
        {reason}。{fix}
        <code className={styles.pointer}>{pointer}</code>
      </div>
    ))}
  />
);
