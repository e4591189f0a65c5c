import type { Database, Tenant, Tx } from '../../db/server/database.ts';
import { isoTime, type Clock } from '../../runtime/server/clock.ts';
import type {
  AccountContext,
  Actor,
  Caller,
  OrgContext,
  RequestContext,
  StreamContext,
  TenantDatabase,
} from './context.ts';

/** The facts of a request; the context adds the clock. */
export type RequestFacts = Omit<RequestContext, 'now' | 'nowIso' | 'deviceCookie' | 'origin' | 'secondaryToken'> &
  Partial<Pick<RequestContext, 'deviceCookie' | 'origin' | 'secondaryToken'>>;

/** Work without an answer has no cookie, and nobody reached the portal for it. */
const NO_COOKIE: RequestContext['deviceCookie'] = { value: '', replace: () => undefined };

const timesOf = (clock: Clock) => ({ now: () => clock.now(), nowIso: () => isoTime(clock.now()) });

export const requestContext = (facts: RequestFacts): RequestContext => ({
  deviceCookie: NO_COOKIE,
  origin: '',
  secondaryToken: '',
  ...facts,
  ...timesOf(facts.services.clock),
});

export const accountContext = (ctx: RequestContext, caller: Caller): AccountContext => ({
  ...ctx,
  caller,
  accountTenant: { orgId: null, userId: caller.userId },
});

const databaseUnder = (db: Database, tenant: Tenant): TenantDatabase => ({
  read: (statements) => db.read(tenant, statements),
  write: (statements) => db.write(tenant, statements),
  transaction: (work, options) => db.transaction(tenant, work, options),
});

/** @param proveVerified Of `OrgContext` */
export function orgContext(ctx: AccountContext, actor: Actor, proveVerified: OrgContext['proveVerified']): OrgContext {
  const { db } = ctx.services;
  const { orgId } = actor;
  const tenant = { orgId, userId: null };
  return {
    ...ctx,
    actor,
    tenant,
    ...databaseUnder(db, tenant),
    personal: databaseUnder(db, { orgId, userId: ctx.caller.userId }),
    proveVerified,
  };
}

/** The context with the actor's rights of this moment, in the same or another organisation. */
export const withActor = (ctx: OrgContext, actor: Actor): OrgContext => orgContext(ctx, actor, ctx.proveVerified);

export const streamContext = (
  ctx: OrgContext,
  stream: Pick<StreamContext, 'lastEventId' | 'stillMay'>,
): StreamContext => ({ ...ctx, ...stream });

const databaseWithin = (tx: Tx): TenantDatabase => ({
  read: (statements) => tx.batch(statements),
  write: (statements) => tx.batch(statements),
  async transaction(work, options = {}) {
    if (Object.keys(options).length > 0) throw new Error('nested work has the options of its transaction');
    try {
      return await work(tx);
    } catch (error) {
      tx.beforeCommit({
        async statements() {
          throw error;
        },
      });
      throw error;
    }
  },
});

/**
 * The context for work inside a running transaction of its organisation: database, keys and log entries use `tx`. A
 * failure of nested work fails the transaction, even if the caller catches the error.
 */
export const inTransaction = (ctx: OrgContext, tx: Tx): OrgContext => ({
  ...ctx,
  services: { ...ctx.services, keys: ctx.services.keys.within(tx), entryLog: ctx.services.entryLog.within(tx) },
  ...databaseWithin(tx),
  // Under another tenant the caller's own rows are out of reach, and the database refuses the call.
  personal: tx.tenant.userId === ctx.caller.userId ? databaseWithin(tx) : ctx.personal,
});
