import * as contract from '../../shared/contract/passwords.ts';
import { planPasswordReset } from '../commands/plan-password-reset.ts';
import { cancelPasswordReset, confirmSheet, passwordBatch, passwordBatches, passwordSheet, startPasswordReset } from '../commands/reset-passwords.ts';
import { implement, type Implementation } from '../context.ts';

const OK = { ok: true } as const;

/** New passwords for many students at once. */
export const passwordsHandlers: readonly Implementation[] = [
  implement(contract.previewReset, async (call, { body }) => {
    const { meant, skipped } = await planPasswordReset(call, body);
    return { affected: meant.length, skipped, items: meant.map(({ user_id: _, class_name, ...one }) => ({ ...one, ...(class_name !== null && { class_name }) })) };
  }),
  implement(contract.startReset, (call, { body }) => startPasswordReset(call, body)),
  implement(contract.resets, (call) => passwordBatches(call)),
  implement(contract.resetById, (call, { params }) => passwordBatch(call, params.id)),
  implement(contract.resetSheet, (call, { params }) => passwordSheet(call, params.id)),
  implement(contract.sheetReceived, async (call, { params }) => {
    await confirmSheet(call, params.id);
    return OK;
  }),
  implement(contract.cancelReset, async (call, { params }) => {
    await cancelPasswordReset(call, params.id);
    return OK;
  }),
];
