import type { Auditor } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';

/**
 * Who acts in a crisis: a person with a role, or the product itself where a screening or the assistant noticed
 * something.
 */
export interface Acting extends Auditor {
  services: Pick<Services, 'clock' | 'keys' | 'ledger'>;
}

/** Who reports what nobody wrote. */
export const SYSTEM = 'system';

export const now = ({ services: { clock } }: Acting): string => nowIso(clock);
