import { randomBytes } from 'node:crypto';
import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { BodyOf, DataOf } from '../../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { invalid } from '../../../../platform/errors/invalid.ts';
import { newToken } from '../../../../platform/identity/server/tokens.ts';
import { accountKey } from '../../../../platform/identity/sign-in.ts';
import { isoTime } from '../../../../platform/runtime/server/clock.ts';
import { TOKEN_KEY_MS } from '../../rules.ts';
import type { issueSignInToken } from '../../sign-in-token-contract.ts';
import { findPerson, type Vouched } from './find-person.ts';
import { keepToken } from './kept-token.ts';
import { serviceOfUser, type Named } from './queries.ts';

function namedBy({ user_id, login_name }: BodyOf<typeof issueSignInToken>): Named {
  if (user_id !== undefined && login_name === undefined) return { userId: user_id };
  if (login_name !== undefined && user_id === undefined) return { loginKey: accountKey(login_name) };
  throw invalid('/user_id', '请填写 user_id 或 login_name，二者填一');
}

export interface Vouching {
  person: Vouched;
  serviceId: string;
}

/**
 * The person whom the calling system names, if it may sign that person in.
 *
 * @throws AppError PSY_INVALID_INPUT; AC_TOKEN_KEY_REFUSED
 */
export async function vouchFor(ctx: OrgContext, body: BodyOf<typeof issueSignInToken>): Promise<Vouching> {
  const { actor, caller } = ctx;
  const named = namedBy(body);
  const [[service]] = await ctx.read([serviceOfUser(actor.orgId, caller.userId)]);
  if (!service) throw new AppError('AC_FORBIDDEN');
  return { person: await findPerson(ctx, actor, named), serviceId: service.service_id };
}

export const logVouching = (ctx: OrgContext, tx: Tx, { person }: Vouching): Promise<void> =>
  audit(tx, ctx, { act: 'create', resource: 'sign_in_token', rowId: person.user_id, rowLabel: person.real_name });

/** A token with which the person signs in: once, within a minute, under the origin of this request. */
export async function newSignInToken(
  { services, actor: { orgId }, origin, now }: OrgContext,
  { person, serviceId }: Vouching,
): Promise<DataOf<typeof issueSignInToken>> {
  const token_key = newToken(randomBytes);
  const expires_at = isoTime(now() + TOKEN_KEY_MS);
  await keepToken(services, token_key, { orgId, serviceId, userId: person.user_id, origin, expiresAt: expires_at });
  return { token_key, origin, expires_at };
}
