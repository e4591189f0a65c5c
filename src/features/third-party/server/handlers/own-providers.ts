import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import * as contract from '../../own-contract.ts';
import { listOwn, removeOwn, saveOwn } from '../own-providers.ts';
import { testSso } from '../test-sso.ts';

const OK = { ok: true } as const;

/** Providers of an organisation's own. */
export const ownProviderHandlers: readonly Implementation[] = [
  implement(contract.ownProviders, async (ctx) => {
    const items = await listOwn(ctx);
    return { total: items.length, items };
  }),
  implement(contract.putWwork, async (ctx, { body: { enabled, secret, ...settings } }) => {
    await ctx.transaction((tx) => saveOwn(ctx, tx, { kind: 'wwork', enabled, settings, secret }));
    return OK;
  }),
  implement(contract.putSso, async (ctx, { body: { enabled, secret, ...settings } }) => {
    if (enabled) await testSso(ctx, settings.issuer);
    await ctx.transaction((tx) => saveOwn(ctx, tx, { kind: 'sso', enabled, settings, secret }));
    return OK;
  }),
  implement(contract.testSso, (ctx, { body }) => testSso(ctx, body.issuer)),
  implement(contract.removeOwn, async (ctx, { params }) => {
    await ctx.transaction((tx) => removeOwn(ctx, tx, params.kind));
    return OK;
  }),
];
