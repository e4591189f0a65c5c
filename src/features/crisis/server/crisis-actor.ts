import type { Auditor } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';

/** Who acts in a crisis: a user with a role, or the system when a screening or the assistant raised a warning. */
export interface CrisisActor extends Auditor {
  services: Pick<Services, 'clock' | 'keys' | 'ledger' | 'events'>;
}

/** Reporter of warnings that no person reported. */
export const SYSTEM = 'system';

export const now = ({ services: { clock } }: CrisisActor): string => nowIso(clock);
