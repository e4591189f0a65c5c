import { isProtected } from '../../access/secondary.ts';
import type { Actor, Caller, OrgContext } from '../../context/server/context.ts';
import { accountContext, orgContext, requestContext } from '../../context/server/make-context.ts';
import type { Services } from '../../context/server/services.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Requester } from './jobs.ts';

async function isVerified({ actor, proveVerified }: OrgContext): Promise<boolean> {
  const [area] = actor.security.verified;
  if (area === undefined) return false;
  return proveVerified(area).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'PSY_INVALID_SECONDARY_TOKEN') return false;
      throw error;
    },
  );
}

/** The requester of this request. */
export async function requesterOf(ctx: OrgContext): Promise<Requester> {
  const { caller, actor } = ctx;
  return {
    user_id: caller.userId,
    session_id: caller.sessionId,
    chain_id: caller.chainId,
    signed_in_with: caller.appKind,
    app_kind: ctx.appKind,
    org_type: actor.orgType,
    role_id: actor.roleId,
    request_id: ctx.requestId,
    address: ctx.address,
    device: ctx.device,
    verified: await isVerified(ctx),
    ...(caller.service && { service: caller.service }),
  };
}

/**
 * What the requester of work that outlives the request is now, with current rights.
 *
 * @throws AppError where they no longer have the role; PSY_SERVICE_ACCOUNT_ENDED for a service account that is over
 */
export async function currentActor(
  { access }: Services,
  { userId, service }: Pick<Caller, 'userId' | 'service'>,
  { orgId, orgType, roleId }: Pick<Actor, 'orgId' | 'orgType' | 'roleId'>,
): Promise<Actor> {
  const claim = { orgId, orgType: String(orgType), roleId: String(roleId) };
  if (!service) return access.resolveActor(userId, claim);
  if (!(await access.isEnabled(userId))) throw new AppError('PSY_SERVICE_ACCOUNT_ENDED');
  return access.resolveService(userId, service, { ...claim, roleId: '' });
}

/**
 * The context of a job's requester, with current rights.
 *
 * @throws AppError where they no longer have the role
 */
export async function contextFor(services: Services, orgId: string, by: Requester): Promise<OrgContext> {
  const caller = {
    userId: by.user_id,
    sessionId: by.session_id,
    chainId: by.chain_id,
    appKind: by.signed_in_with,
    ...(by.service && { service: by.service }),
  };
  const actor = await currentActor(services, caller, { orgId, orgType: by.org_type, roleId: by.role_id });
  const request = requestContext({
    services,
    caller,
    actor,
    requestId: by.request_id,
    appKind: by.app_kind,
    address: by.address,
    device: by.device,
  });
  return orgContext(accountContext(request, caller), actor, async (area) => {
    if (!by.verified && isProtected(actor.security.verified, area)) throw new AppError('PSY_INVALID_SECONDARY_TOKEN');
  });
}
