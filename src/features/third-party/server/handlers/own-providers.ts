import { claimableBy } from '../../../../platform/access/server/claimable-roles.ts';
import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import * as contract from '../../own-contract.ts';
import { listOwn, removeOwn, saveOwn } from '../own-providers.ts';
import { requireClaimable } from '../role-claim.ts';
import { testSso } from '../test-sso.ts';

const OK = { ok: true } as const;

/** Providers of an organisation's own. */
export const ownProviderHandlers: readonly Implementation[] = [
  implement(contract.ownProviders, async (ctx) => {
    const items = await listOwn(ctx);
    const claimable = claimableBy(ctx.services.access, ctx.actor).map((role_id) => ({
      role_id,
      role_name: labelOf('role', role_id),
    }));
    return { total: items.length, items, claimable, suite_id: ctx.services.outside.suite?.id ?? '' };
  }),
  implement(contract.putWwork, async (ctx, { body: { enabled, secret, ...settings } }) => {
    await ctx.transaction((tx) => saveOwn(ctx, tx, { kind: 'wwork', enabled, settings, roleClaim: null, secret }));
    return OK;
  }),
  implement(contract.putSso, async (ctx, { body: { enabled, secret, role_claim: roleClaim = null, ...given } }) => {
    const settings = { ...given, scopes: given.scopes ?? '' };
    if (roleClaim) requireClaimable(ctx, roleClaim, settings.login_claim);
    if (enabled) await testSso(ctx, settings.issuer);
    await ctx.transaction((tx) => saveOwn(ctx, tx, { kind: 'sso', enabled, settings, roleClaim, secret }));
    return OK;
  }),
  implement(contract.testSso, (ctx, { body }) => testSso(ctx, body.issuer)),
  implement(contract.removeOwn, async (ctx, { params }) => {
    await ctx.transaction((tx) => removeOwn(ctx, tx, params.kind));
    return OK;
  }),
];
