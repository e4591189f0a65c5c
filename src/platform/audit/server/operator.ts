import type { Services } from '../../context/server/context.ts';
import type { Auditor } from './queries/audit-logs.ts';

const nobody =
  (userId: string) =>
  ({ clock, ledger }: Pick<Services, 'clock' | 'ledger'>, orgId: string): Auditor => ({
    services: { clock, ledger },
    caller: { userId },
    actor: { orgId, roleId: null },
    address: null,
    requestId: null,
  });

/** Whoever runs the installation, at its terminal: in a tenant's log under this name. */
export const operatorIn = nobody('operator');
/** What the installation does by itself. */
export const systemIn = nobody('system');
