import { isoTime, type Clock } from '../../runtime/server/clock.ts';
import type { AccountContext, Actor, Caller, OrgContext, RequestContext, StreamContext } from './context.ts';

/** The facts of a request; the context adds the clock. */
export type RequestFacts = Omit<RequestContext, 'now' | 'nowIso'>;

const timesOf = (clock: Clock) => ({ now: () => clock.now(), nowIso: () => isoTime(clock.now()) });

export const requestContext = (facts: RequestFacts): RequestContext => ({ ...facts, ...timesOf(facts.services.clock) });

export const accountContext = (ctx: RequestContext, caller: Caller): AccountContext => ({
  ...ctx,
  caller,
  accountTenant: { orgId: null, userId: caller.userId },
});

/** @param proveVerified Of `OrgContext` */
export function orgContext(ctx: AccountContext, actor: Actor, proveVerified: OrgContext['proveVerified']): OrgContext {
  const { db } = ctx.services;
  const tenant = { orgId: actor.orgId, userId: null };
  return {
    ...ctx,
    actor,
    tenant,
    personalTenant: { orgId: actor.orgId, userId: ctx.caller.userId },
    read: (statements) => db.read(tenant, statements),
    write: (statements) => db.write(tenant, statements),
    transaction: (work, options) => db.transaction(tenant, work, options),
    proveVerified,
  };
}

/** The context with the actor's rights of this moment, in the same or another organisation. */
export const withActor = (ctx: OrgContext, actor: Actor): OrgContext => orgContext(ctx, actor, ctx.proveVerified);

export const streamContext = (
  ctx: OrgContext,
  stream: Pick<StreamContext, 'lastEventId' | 'stillMay'>,
): StreamContext => ({ ...ctx, ...stream });
