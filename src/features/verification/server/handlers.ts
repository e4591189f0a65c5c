import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import { ownMobile, verifyByPassword, verifyBySms } from './verify-again.ts';

/** Second-step verification (`spec §7`). */
export const secondaryHandlers: readonly Implementation[] = [
  implement(contract.checkPassword, (ctx, { body }) => verifyByPassword(ctx, body.password)),
  implement(contract.checkSms, (ctx, { body }) => verifyBySms(ctx, body.code)),
  implement(contract.boundMobile, (ctx) => ownMobile(ctx)),
];
