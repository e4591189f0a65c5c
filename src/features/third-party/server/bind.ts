import { changeAccount } from '../../../platform/audit/server/change-account.ts';
import type { AccountContext } from '../../../platform/context/server/context.ts';
import type { BodyOf, DataOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { credentialsOf } from '../../../platform/identity/server/queries/accounts.ts';
import { PROVIDER_NAMES } from '../../../platform/outside-identity/provider.ts';
import { pendingOf, type Pending } from '../../../platform/outside-identity/server/attempts.ts';
import type { OutsideIdentity } from '../../../platform/outside-identity/server/outside.ts';
import { bindingsOf } from '../../../platform/outside-identity/server/queries.ts';
import { boundText, tellHolder } from '../../../platform/outside-identity/server/tell-holder.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import type { bindThird as bindContract, thirdParties as listContract } from '../contract.ts';
import { whoReturned } from './go-and-return.ts';
import { offersAt, orgOf } from './providers.ts';
import { boundTo, deleteBinding, deleteClosedBinding, insertBinding } from './queries.ts';
import { requireStaff } from './sign-in.ts';

type Bindable = BodyOf<typeof bindContract>['plat_source'];

const isBindable = (name: string): name is Bindable => name === 'wechat' || name === 'qq' || name === 'wwork';

/** What is bound to the caller's account, and what could be. */
export async function listBindings(
  ctx: AccountContext,
  tenant: string | null | undefined,
): Promise<DataOf<typeof listContract>> {
  const { userId } = ctx.caller;
  const org = ctx.actor?.orgId ?? (await orgOf(ctx, tenant));
  const [rows] = await ctx.services.db.read({ orgId: null, userId }, [bindingsOf(userId)]);
  const items = rows.flatMap(({ provider, display_name, bound_at }) =>
    isBindable(provider) ? [{ plat_source: provider, display_name, bound_at }] : [],
  );
  const offered = (await offersAt(ctx, org))
    // What a suite vouches for is bound at the first sign-in, inside WeCom.
    .flatMap(({ plat_source, suite_id }) => (suite_id === '' && isBindable(plat_source) ? [plat_source] : []));
  return { platforms: offered, total: items.length, items };
}

async function loginNameOf({ services: { db }, caller: { userId } }: AccountContext): Promise<string> {
  const [[account]] = await db.read({ orgId: null, userId }, [credentialsOf(userId)]);
  if (!account) throw new AppError('AC_AUTH_INVALID_TOKEN');
  return account.login_name;
}

/** The identity that this browser proved: just now with a code, or when it signed in and was not bound. */
async function proved(ctx: AccountContext, body: BodyOf<typeof bindContract>): Promise<Pending> {
  const { plat_source, code, state, browser } = body;
  if (code === undefined || state === undefined) return pendingOf(ctx.services, browser, 'take');
  return whoReturned(ctx, { plat_source, code, state, browser }, ctx.caller.userId);
}

const taken = (provider: OutsideIdentity['provider']) =>
  new AppError('PSY_CONFLICT', {
    message: `这个${PROVIDER_NAMES[provider]}账号已经绑定了其他账号，请先在那个账号里解绑`,
  });

/** @throws AppError PSY_CONFLICT with what is in the way */
async function requireFree(ctx: AccountContext, identity: OutsideIdentity): Promise<void> {
  const { userId } = ctx.caller;
  const [[holder], own] = await ctx.services.db.read({ orgId: null, userId: null }, [
    boundTo(identity),
    bindingsOf(userId),
  ]);
  if (own.some(({ provider }) => provider === identity.provider))
    throw new AppError('PSY_CONFLICT', {
      message: `您已经绑定了${PROVIDER_NAMES[identity.provider]}，请先解绑再绑定新的`,
    });
  if (holder !== undefined) throw taken(identity.provider);
}

/**
 * Binds an outside identity to the caller's account. One identity has one account, and an account one identity at each
 * provider; of two who bind at once, one wins.
 *
 * @throws AppError AC_THIRD_STATE_INVALID, AC_THIRD_CODE_INVALID, PSY_CONFLICT, PSY_UNAVAILABLE, AC_FORBIDDEN
 */
export async function bindThird(ctx: AccountContext, body: BodyOf<typeof bindContract>): Promise<void> {
  const { userId } = ctx.caller;
  const { identity, orgId } = await proved(ctx, body);
  if (identity.provider !== body.plat_source) throw new AppError('AC_THIRD_STATE_INVALID');
  if (orgId !== null) await requireStaff(ctx, userId, orgId);
  const rowLabel = await loginNameOf(ctx);
  const at = nowIso(ctx.services.clock);
  await ctx.services.db.write({ orgId: null, userId: null }, [deleteClosedBinding(identity)]);
  await requireFree(ctx, identity);
  const after = { [identity.provider]: identity.name || '已绑定' };
  await changeAccount(ctx, userId, { act: 'bind', rowLabel, after }, async (tx) => {
    if ((await tx.run(insertBinding(userId, identity, at))) === 0) throw taken(identity.provider);
  });
  tellHolder(ctx, userId, boundText(identity.provider));
  ctx.services.log.info({ request_id: ctx.requestId, user_id: userId, provider: identity.provider }, 'identity bound');
}

/** @throws AppError AC_THIRD_ACCOUNT_NOT_EXIST where nothing is bound, also where another call unbound it first */
export async function unbindThird(ctx: AccountContext, provider: Bindable): Promise<void> {
  const { userId } = ctx.caller;
  const [own] = await ctx.services.db.read({ orgId: null, userId }, [bindingsOf(userId)]);
  if (!own.some((binding) => binding.provider === provider)) throw new AppError('AC_THIRD_ACCOUNT_NOT_EXIST');
  const rowLabel = await loginNameOf(ctx);
  await changeAccount(ctx, userId, { act: 'unbind', rowLabel, before: { [provider]: '已绑定' } }, async (tx) => {
    if ((await tx.run(deleteBinding(userId, provider))) === 0) throw new AppError('AC_THIRD_ACCOUNT_NOT_EXIST');
  });
  ctx.services.log.info({ request_id: ctx.requestId, user_id: userId, provider }, 'identity unbound');
}
