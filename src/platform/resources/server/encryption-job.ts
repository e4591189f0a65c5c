import type { Services } from '../../context/server/services.ts';
import { tenantChore } from '../../jobs/server/tenant-chore.ts';
import { encryptRows } from './encrypt-rows.ts';

const HOUR_MS = 3_600_000;

/** Encrypts what is stored in clear or under an earlier key. @returns how many values */
export const encryptTenantRows = (
  services: Pick<Services, 'db' | 'keys' | 'schemas' | 'resources'>,
  orgId: string,
  stop?: AbortSignal,
): Promise<number> => encryptRows(services, orgId, (schema) => services.resources.hooksFor(schema).table, stop);

export const encryptRowsJob = tenantChore('sealing', HOUR_MS, encryptTenantRows);
