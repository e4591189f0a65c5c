import { SYSTEM_RIGHTS } from '../../../../platform/access/system-rights.ts';
import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { RequestContext } from '../../../../platform/context/server/context.ts';
import { orgById } from '../../../../platform/context/server/queries/orgs.ts';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { TokenPair } from '../../../../platform/identity/contract.ts';
import { rememberAccount } from '../../../../platform/identity/server/known-devices.ts';
import type { lookAtSignInToken } from '../../sign-in-token-contract.ts';
import { accountOf } from '../queries.ts';
import { grantOf } from '../rights.ts';
import { findPerson, type Vouched } from './find-person.ts';
import { keptToken } from './kept-token.ts';

export interface Holder extends Vouched {
  orgId: string;
  orgName: string;
  /** Name of the service account that vouches. */
  service: string;
}

/**
 * Whom a token signs in. Account and person are looked at again, because either may have been stopped meanwhile. Every
 * refusal has the same words.
 *
 * @param how `take` uses the token up, whatever comes of it
 * @throws AppError AC_TOKEN_KEY_INVALID
 */
async function holderOf(ctx: RequestContext, token: string, how: 'get' | 'take'): Promise<Holder> {
  const { access, db, log } = ctx.services;
  const refuse = (why: string): never => {
    log.info({ request_id: ctx.requestId, why }, 'sign-in by token refused');
    throw new AppError('AC_TOKEN_KEY_INVALID');
  };
  const kept = await keptToken(ctx.services, token, how);
  if (!kept || Date.parse(kept.expiresAt) <= ctx.now()) return refuse('unknown, used or expired');
  if (kept.origin !== ctx.origin) return refuse('other origin');
  const { orgId, serviceId, userId } = kept;
  const [[account], [org]] = await db.read({ orgId, userId: null }, [accountOf(orgId, serviceId), orgById(orgId)]);
  if (!account || !org || account.revoked_at !== null || Date.parse(account.expires_at) <= ctx.now())
    return refuse('service account ended');
  if (!(await access.standingOf(grantOf(account)))?.some((right) => SYSTEM_RIGHTS.includes(right)))
    return refuse('nobody answers for the service account');
  const person = await findPerson(ctx, { orgId, orgType: org.org_type, roleId: account.role_id }, { userId }).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'AC_TOKEN_KEY_REFUSED') return refuse('person may not sign in');
      throw error;
    },
  );
  return { ...person, orgId, orgName: org.org_name, service: account.name };
}

/** Whose token it is, so that a browser with a session of another person can ask. @throws AppError AC_TOKEN_KEY_INVALID */
export async function lookAtToken(ctx: RequestContext, token: string): Promise<DataOf<typeof lookAtSignInToken>> {
  const { user_id, real_name, orgName } = await holderOf(ctx, token, 'get');
  return { user_id, real_name, org_name: orgName };
}

/** Whom a token signs in; the token is used up. @throws AppError AC_TOKEN_KEY_INVALID */
export const takeHolder = (ctx: RequestContext, token: string): Promise<Holder> => holderOf(ctx, token, 'take');

export const logEntry = (ctx: RequestContext, tx: Tx, { user_id, real_name, orgId, service }: Holder): Promise<void> =>
  audit(
    tx,
    { ...ctx, caller: { userId: user_id }, actor: { orgId, roleId: 0 } },
    {
      act: 'sign_in',
      resource: 'account',
      rowId: user_id,
      rowLabel: real_name,
      after: { service_account: service },
    },
  );

/** Signs in for the organisation of the system that asked for the token and no other. */
export async function openFor(ctx: RequestContext, { user_id, orgId }: Holder): Promise<TokenPair> {
  const { sessions, log } = ctx.services;
  const pair = await sessions.open(user_id, ctx.appKind, ctx, { orgId });
  rememberAccount(ctx, `user:${user_id}`);
  log.info({ request_id: ctx.requestId, user_id, org_id: orgId }, 'signed in by a token of a system');
  return pair;
}
