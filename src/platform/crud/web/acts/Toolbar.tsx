import type { ReactNode } from 'react';
import type { Act } from './act.ts';
import { ActButton } from './ActButton.tsx';
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
      <span className={styles.count} role="status">
        {count}
      </span>
      {tools}
      {acts.map((act, i) => (
        <ActButton key={act.key} act={act} primary={i === acts.length - 1} />
      ))}
    </div>
  );
}
