import type { Services } from '../../context/server/services.ts';
import type { Auditor } from './queries/audit-logs.ts';

const auditorNamed =
  (userId: string) =>
  ({ clock, ledger, events }: Pick<Services, 'clock' | 'ledger' | 'events'>, orgId: string): Auditor => ({
    services: { clock, ledger, events },
    caller: { userId },
    actor: { orgId, roleId: null },
    address: null,
    requestId: null,
  });

/** Auditor for commands that an operator runs at the terminal. */
export const operatorIn = auditorNamed('operator');
/** Whom the log names for work that nobody does by hand. */
export const SYSTEM = 'system';
/** Auditor for background work of the system. */
export const systemIn = auditorNamed(SYSTEM);
