import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import { createAccount, unknownDigest } from './create-account.ts';
import { listAccounts } from './list-accounts.ts';
import { revoke } from './revoke-account.ts';
import { rotate } from './rotate-secret.ts';
import { signInSystem } from './sign-in.ts';

export const serviceAccountHandlers: readonly Implementation[] = [
  implement(contract.serviceAccounts, (ctx) => listAccounts(ctx)),
  implement(contract.createServiceAccount, async (ctx, { body }) => {
    const hash = await ctx.services.passwords.hash(unknownDigest());
    return ctx.transaction((tx) => createAccount(ctx, tx, body, hash));
  }),
  implement(contract.rotateSecret, (ctx, { params, body }) =>
    ctx.transaction((tx) => rotate(ctx, tx, params.id, body.overlap_hours)),
  ),
  implement(contract.revokeServiceAccount, async (ctx, { params }) => {
    await ctx.transaction((tx) => revoke(ctx, tx, params.id));
    return { ok: true } as const;
  }),
  implement(contract.serviceSignIn, (ctx, { body }) => signInSystem(ctx, body)),
];
