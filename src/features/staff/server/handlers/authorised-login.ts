import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { accountById } from '../../../../platform/identity/server/queries/accounts.ts';
import * as contract from '../../contract/authorised-login.ts';
import { authoriseLogin } from '../authorise-login.ts';

/** Letting somebody in for a time, and under which login name one is in oneself. */
export const authorisedLoginHandlers: readonly Implementation[] = [
  implement(contract.createTempAccount, (ctx, { body }) => authoriseLogin(ctx, body.validity_duration)),
  implement(contract.loginName, async ({ services: { db }, caller: { userId } }) => {
    const [[account]] = await db.read({ orgId: null, userId }, [accountById(userId)]);
    if (!account) throw new AppError('AC_AUTH_INVALID_TOKEN');
    return { login_name: account.login_name };
  }),
];
