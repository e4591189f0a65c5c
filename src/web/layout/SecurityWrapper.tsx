import { useEffect, useState, type ReactNode } from 'react';
import type { PageEntry } from '../pages/table.ts';
import { onVerificationReset } from '../providers/secondary.ts';
import { useRights } from '../providers/rights.ts';

interface Props { page: PageEntry; children: ReactNode }

/**
 * Around the pages of staff (`spec §2`, layout). A protected page begins anew when the proof of second-step verification is dropped, so that
 * nothing stays on the screen that would have to be proved again.
 */
export function SecurityWrapper({ page, children }: Props) {
  const isProtected = useRights().protected.has(page.area ?? '');
  const [round, setRound] = useState(0);
  useEffect(() => (isProtected ? onVerificationReset(() => setRound((n) => n + 1)) : undefined), [isProtected]);
  return <div key={round} data-protected={isProtected}>{children}</div>;
}

/** Around the pages of students and parents, who see only what is theirs. */
export const PlainWrapper = ({ children }: Props) => <div>{children}</div>;
