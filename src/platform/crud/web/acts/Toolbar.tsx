import type { ReactNode } from 'react';
import type { Act } from './act.ts';
import { ActButton } from './ActButton.tsx';
import styles from './acts.module.css';

interface Props {
  /** Number of rows as text; announced by screen readers. */
  count: string;
  /** Icon buttons for settings and refresh. */
  tools: ReactNode;
  /** The page's acts; the last is the primary one. */
  acts: readonly Act[];
}

/** Acts on the whole list. */
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
