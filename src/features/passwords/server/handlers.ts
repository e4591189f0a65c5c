import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as first from '../contract/first-passwords.ts';
import * as contract from '../contract/passwords.ts';
import type { BatchCalls, Plan } from '../contract/passwords.ts';
import { planPasswordReset, type ResetPlan } from './plan-password-reset.ts';
import {
  cancelPasswordReset,
  confirmSheet,
  passwordBatch,
  passwordBatches,
  passwordSheet,
  startPasswordReset,
} from './reset-passwords.ts';

const OK = { ok: true } as const;
const STAFF = { new_staff: true };

const shown = ({ meant, skipped }: ResetPlan): Plan => ({
  affected: meant.length,
  skipped,
  items: meant.map(({ user_id: _, class_name, ...one }) => ({ ...one, ...(class_name !== null && { class_name }) })),
});

const batches = (calls: BatchCalls): readonly Implementation[] => [
  implement(calls.resets, (call) => passwordBatches(call)),
  implement(calls.resetById, (call, { params }) => passwordBatch(call, params.id)),
  implement(calls.resetSheet, (call, { params }) => passwordSheet(call, params.id)),
  implement(calls.sheetReceived, async (call, { params }) => {
    await confirmSheet(call, params.id);
    return OK;
  }),
  implement(calls.cancelReset, async (call, { params }) => {
    await cancelPasswordReset(call, params.id);
    return OK;
  }),
];

/** New passwords for many at once: of a school's students and new staff, and of an institution's new staff. */
export const passwordsHandlers: readonly Implementation[] = [
  implement(contract.previewReset, async (call, { body }) => shown(await planPasswordReset(call, body))),
  implement(contract.startReset, (call, { body }) => startPasswordReset(call, body)),
  ...batches(contract),
  implement(first.previewFirst, async (call) => shown(await planPasswordReset(call, STAFF))),
  implement(first.startFirst, (call) => startPasswordReset(call, STAFF)),
  ...batches(first),
];
