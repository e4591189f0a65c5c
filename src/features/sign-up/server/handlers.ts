import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { rememberAccount } from '../../../platform/identity/server/known-devices.ts';
import * as contract from '../contract.ts';
import { checkCode } from './check-code.ts';
import { sendCode } from './send-code.ts';
import { logSignUp, openPrepared, othersOf, proveSignUp } from './sign-up.ts';

const tenant = (orgId: string) => ({ orgId, userId: null });

export const signUpHandlers: readonly Implementation[] = [
  implement(contract.sendSignUpCode, (ctx, { body }) => sendCode(ctx, body)),
  implement(contract.checkSignUpCode, (ctx, { body }) => checkCode(ctx, body)),
  implement(contract.mobileSignUp, async (ctx, { body }) => {
    const { db, access, sessions, log } = ctx.services;
    const sign = await proveSignUp(ctx, body);
    const userId = await db.transaction(tenant(sign.home), async (tx) => {
      const opened = await openPrepared(ctx, tx, sign);
      await logSignUp(ctx, tx, sign.home, sign, opened);
      return opened;
    });
    for (const orgId of othersOf(sign))
      await db.transaction(tenant(orgId), (tx) => logSignUp(ctx, tx, orgId, sign, userId));
    await access.invalidateUser(userId);
    const pair = await sessions.open(userId, ctx.appKind, ctx);
    rememberAccount(ctx, `user:${userId}`);
    log.info({ request_id: ctx.requestId, user_id: userId }, 'account opened by short message');
    return pair;
  }),
];
