import type { Services } from '../../../platform/context/server/services.ts';
import { NO_TENANT } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { tenantStates } from './queries/organisations.ts';

/** @throws AppError PSY_NOT_FOUND where there is no such organisation; the platform itself is none */
export async function requireOrganisation({ db }: Pick<Services, 'db'>, orgId: string): Promise<void> {
  const [states] = await db.read(NO_TENANT, [tenantStates()]);
  if (!states.some(({ org_id }) => org_id === orgId)) throw new AppError('PSY_NOT_FOUND');
}
