import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { Act } from './act.ts';
import styles from './acts.module.css';

interface Props {
  /** What the list holds, said to readers when it changes. */
  count: string;
  /** Settings and refresh, in symbols. */
  tools: ReactNode;
  /** The page's acts; the last is the primary one. */
  acts: readonly Act[];
}

/** What can be done with the list as a whole. */
export function Toolbar({ count, tools, acts }: Props) {
  return (
    <div className={styles.toolbar}>
      <span className={styles.count} role="status">{count}</span>
      {tools}
      {acts.map(({ key, label, icon, busy, run }, i) => (
        <Button key={key} icon={icon} loading={busy} type={i === acts.length - 1 ? 'primary' : 'default'} onClick={run}>{label}</Button>
      ))}
    </div>
  );
}
