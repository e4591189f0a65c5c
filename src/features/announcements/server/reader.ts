import type { OrgContext } from '../../../platform/context/server/context.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import { placesOf, type Reader } from './queries/audience.ts';

/** The caller as a reader: a role, or the classes of the own children. */
export async function readerOf(ctx: OrgContext): Promise<Reader> {
  const {
    actor,
    caller: { userId },
    services: { access },
  } = ctx;
  const { orgId, identity, roleId } = actor;
  const [places] =
    identity === IDENTITY.staff ? [[]] : await ctx.read([placesOf(orgId, access.scope(actor, 'student'))]);
  return { orgId, userId, identity, roleId, places };
}
