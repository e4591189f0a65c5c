import type { ReactNode } from 'react';

/** An act on a row, a selection or the page. */
export interface Act {
  key: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** Title of its submenu behind 更多. */
  group?: string | undefined;
  busy?: boolean;
  /** Why it is disabled. */
  disabledReason?: string | undefined;
  run: () => void;
  /** Variants of the act, for example other formats. */
  ways?: readonly Act[];
}
