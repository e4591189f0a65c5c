import { PLATFORM_ORG } from '../../../../platform/context/server/platform-org.ts';
import type { Services } from '../../../../platform/context/server/services.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { openTaskAbout } from '../queries/tasks.ts';

/** An organisation stays as it is while it is exported or erased. @throws AppError PSY_TENANT_TASK */
export async function requireNoTask({ db }: Pick<Services, 'db'>, orgId: string): Promise<void> {
  const [[open]] = await db.read({ orgId: PLATFORM_ORG, userId: null }, [openTaskAbout(orgId)]);
  if (open) throw new AppError('PSY_TENANT_TASK');
}
