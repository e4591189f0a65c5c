import * as contract from '../../shared/contract/secondary.ts';
import { ownMobile, verifyByPassword, verifyBySms } from '../commands/verify-again.ts';
import { implement, type Implementation } from '../context.ts';

/** Second-step verification (`spec §7`). */
export const secondaryHandlers: readonly Implementation[] = [
  implement(contract.checkPassword, (call, { body }) => verifyByPassword(call, body.password)),
  implement(contract.checkSms, (call, { body }) => verifyBySms(call, body.code)),
  implement(contract.boundMobile, (call) => ownMobile(call)),
];
