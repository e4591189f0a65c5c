import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import * as tokens from '../sign-in-token-contract.ts';
import { createAccount, unknownDigest } from './create-account.ts';
import { listAccounts } from './list-accounts.ts';
import { revoke } from './revoke-account.ts';
import { isAbandoned, rotate } from './rotate-secret.ts';
import { logVouching, newSignInToken, vouchFor } from './sign-in-token/issue.ts';
import { logEntry, lookAtToken, openFor, takeHolder } from './sign-in-token/redeem.ts';
import { signInSystem } from './sign-in.ts';

export const serviceAccountHandlers: readonly Implementation[] = [
  implement(contract.serviceAccounts, (ctx) => listAccounts(ctx)),
  implement(contract.createServiceAccount, async (ctx, { body }) => {
    const hash = await ctx.services.passwords.hash(unknownDigest());
    return ctx.transaction((tx) => createAccount(ctx, tx, body, hash));
  }),
  implement(contract.rotateSecret, async (ctx, { params, body }) => {
    const abandoned = await isAbandoned(ctx, params.id);
    return ctx.transaction((tx) =>
      rotate(ctx, tx, params.id, { overlapHours: body.overlap_hours, abandoned, publicKey: body.public_key }),
    );
  }),
  implement(contract.revokeServiceAccount, async (ctx, { params }) => {
    await ctx.transaction((tx) => revoke(ctx, tx, params.id));
    return { ok: true } as const;
  }),
  implement(contract.serviceSignIn, (ctx, { body }) => signInSystem(ctx, body)),
  implement(tokens.issueSignInToken, async (ctx, { body }) => {
    const vouching = await vouchFor(ctx, body);
    await ctx.transaction((tx) => logVouching(ctx, tx, vouching));
    return newSignInToken(ctx, vouching);
  }),
  implement(tokens.lookAtSignInToken, (ctx, { body }) => lookAtToken(ctx, body.token_key)),
  implement(tokens.exchangeSignInToken, async (ctx, { body }) => {
    const holder = await takeHolder(ctx, body.token_key);
    await ctx.services.db.transaction({ orgId: holder.orgId, userId: null }, (tx) => logEntry(ctx, tx, holder));
    return openFor(ctx, holder);
  }),
];
