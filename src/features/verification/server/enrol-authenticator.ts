import { changeAccount } from '../../../platform/audit/server/change-account.ts';
import type { AccountContext } from '../../../platform/context/server/context.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import {
  confirmAuthenticator,
  proposeAuthenticator,
  readAuthenticator,
  type Confirmed,
} from '../../../platform/identity/server/authenticator.ts';
import { AUTHENTICATOR_PROOF } from '../../../platform/identity/server/proof-attempts.ts';
import { deleteAuthenticator, insertAuthenticator } from '../../../platform/identity/server/queries/authenticators.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import type { authenticatorStatus as statusCall, enrolAuthenticator } from '../contract.ts';
import { attempt, byPassword, ownAccount, proofBy, requireOwnPassword } from './verify-again.ts';

/** Whether the caller has an authenticator, and whether the role must use one. */
export async function authenticatorStatus(ctx: AccountContext): Promise<DataOf<typeof statusCall>> {
  const found = await readAuthenticator(ctx.services, ctx.caller.userId);
  const required = ctx.actor?.security.authenticatorRequired ?? false;
  if (found === undefined) return { enrolled: false, required, recovery_codes_left: 0 };
  return { enrolled: true, required, enrolled_at: found.createdAt, recovery_codes_left: found.recoveryCodesLeft };
}

const alreadyEnrolled = () => new AppError('PSY_CONFLICT', { message: '已经启用动态口令，请先停用' });

/**
 * Creates the secret of an authenticator app for a caller who gives the password.
 *
 * @throws AppError PSY_CONFLICT where there is one; AC_WRONG_PASSWORD; AC_ACCOUNT_LOCKED after five failed attempts;
 *   PSY_PASSWORD_NO_PROOF
 */
export async function startEnrolment(ctx: AccountContext, digest: string): Promise<{ secret: string; uri: string }> {
  if (await readAuthenticator(ctx.services, ctx.caller.userId)) throw alreadyEnrolled();
  await requireOwnPassword(ctx);
  return attempt(
    ctx,
    byPassword(ctx, digest, ({ user_id, login_name }) => proposeAuthenticator(ctx.services, user_id, login_name)),
  );
}

/**
 * Enrols the authenticator app that shows this code. It is a proof too, so that what required it goes on.
 *
 * @throws AppError AC_IDENTIFY_CODE_WRONG; PSY_CONFLICT where there is one; AC_ACCOUNT_LOCKED after five failed
 *   attempts
 */
export async function finishEnrolment(ctx: AccountContext, typed: string): Promise<DataOf<typeof enrolAuthenticator>> {
  const { services, caller } = ctx;
  await requireOwnPassword(ctx);
  let confirmed: Confirmed | undefined;
  return attempt(ctx, {
    limit: AUTHENTICATOR_PROOF,
    isRight: async ({ user_id }) => {
      confirmed = await confirmAuthenticator(services, user_id, typed.trim(), nowIso(services.clock));
      return confirmed !== undefined;
    },
    failure: () => new AppError('AC_IDENTIFY_CODE_WRONG', { message: '动态口令不正确，请核对时间后重试' }),
    done: async ({ login_name }) => {
      if (confirmed === undefined || (await readAuthenticator(services, caller.userId))) throw alreadyEnrolled();
      const { row, recoveryCodes } = confirmed;
      await changeAccount(ctx, caller.userId, { act: 'enrol_authenticator', rowLabel: login_name }, async (tx) => {
        // What is still there has a secret that cannot be read any more.
        await tx.run(deleteAuthenticator(caller.userId));
        await tx.run(insertAuthenticator(row));
      });
      return { ...(await proofBy(ctx, 'authenticator')()), recovery_codes: recoveryCodes };
    },
  });
}

/** Removes the authenticator of the caller, and logs it in each of their organisations. */
export async function removeOwnAuthenticator(ctx: AccountContext): Promise<void> {
  const { login_name, user_id } = await ownAccount(ctx);
  await changeAccount(ctx, user_id, { act: 'remove_authenticator', rowLabel: login_name }, (tx) =>
    tx.run(deleteAuthenticator(user_id)),
  );
}
