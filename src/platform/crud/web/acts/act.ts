import type { ReactNode } from 'react';

/** Something that can be done: to a row, to a selection, or on the page. */
export interface Act {
  key: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  busy?: boolean;
  /** Why it cannot be done now. */
  disabledReason?: string | undefined;
  run: () => void;
  /** Other ways of doing the same. */
  ways?: readonly Act[];
}
