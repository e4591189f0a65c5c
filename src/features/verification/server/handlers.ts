import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import { ownMobile, verifyByPassword, verifyBySms } from './verify-again.ts';

/** Second-step verification (`spec §7`). */
export const secondaryHandlers: readonly Implementation[] = [
  implement(contract.checkPassword, (call, { body }) => verifyByPassword(call, body.password)),
  implement(contract.checkSms, (call, { body }) => verifyBySms(call, body.code)),
  implement(contract.boundMobile, (call) => ownMobile(call)),
];
