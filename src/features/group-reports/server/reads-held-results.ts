import type { OrgContext } from '../../../platform/context/server/context.ts';
import { hasVerifiers } from '../../crisis/server/public.ts';

/**
 * Whether results that wait for an interview are open to the caller, as far as they see scores: to roles that verify
 * warnings, and to everyone where no role of the school does (`isHeld` of screening).
 */
export async function readsHeldResults({ actor, services: { access }, read }: OrgContext): Promise<boolean> {
  return access.decide(actor, 'crisis/warn/verify', 'verify') || !(await hasVerifiers(read, access, actor.orgId));
}
