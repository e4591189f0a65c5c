import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import { authenticatorStatus, finishEnrolment, removeOwnAuthenticator, startEnrolment } from './enrol-authenticator.ts';
import { ownMobile, verifyByAuthenticator, verifyByPassword, verifyBySms } from './verify-again.ts';

/** Second-step verification (`spec §7`). */
export const secondaryHandlers: readonly Implementation[] = [
  implement(contract.checkPassword, (ctx, { body }) => verifyByPassword(ctx, body.password)),
  implement(contract.checkSms, (ctx, { body }) => verifyBySms(ctx, body.code)),
  implement(contract.checkAuthenticator, (ctx, { body }) => verifyByAuthenticator(ctx, body.code)),
  implement(contract.authenticatorStatus, (ctx) => authenticatorStatus(ctx)),
  implement(contract.proposeAuthenticator, (ctx, { body }) => startEnrolment(ctx, body.password)),
  implement(contract.enrolAuthenticator, (ctx, { body }) => finishEnrolment(ctx, body.code)),
  implement(contract.removeAuthenticator, async (ctx) => {
    await removeOwnAuthenticator(ctx);
    return { ok: true } as const;
  }),
  implement(contract.boundMobile, (ctx) => ownMobile(ctx)),
];
