import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as first from '../contract/first-passwords.ts';
import * as contract from '../contract/passwords.ts';
import type { BatchCalls, Plan } from '../contract/passwords.ts';
import { confirmSheet, passwordSheet } from './password-sheet.ts';
import { planPasswordReset, type ResetPlan } from './plan-password-reset.ts';
import { cancelPasswordReset, passwordBatch, passwordBatches, startPasswordReset } from './reset-passwords.ts';

const OK = { ok: true } as const;
const STAFF = { new_staff: true };

const presentPlan = ({ meant, skipped }: ResetPlan): Plan => ({
  affected: meant.length,
  skipped,
  items: meant.map(({ user_id: _, class_name, ...one }) => ({ ...one, ...(class_name !== null && { class_name }) })),
});

const batches = (calls: BatchCalls): readonly Implementation[] => [
  implement(calls.resets, (ctx) => passwordBatches(ctx)),
  implement(calls.resetById, (ctx, { params }) => passwordBatch(ctx, params.id)),
  implement(calls.resetSheet, (ctx, { params }) => passwordSheet(ctx, params.id)),
  implement(calls.sheetReceived, async (ctx, { params }) => {
    await confirmSheet(ctx, params.id);
    return OK;
  }),
  implement(calls.cancelReset, async (ctx, { params }) => {
    await cancelPasswordReset(ctx, params.id);
    return OK;
  }),
];

/** Batches of new passwords: of a school's students and new staff, and of an institution's new staff. */
export const passwordsHandlers: readonly Implementation[] = [
  implement(contract.previewReset, async (ctx, { body }) => presentPlan(await planPasswordReset(ctx, body))),
  implement(contract.startReset, (ctx, { body }) => startPasswordReset(ctx, body)),
  ...batches(contract),
  implement(first.previewFirst, async (ctx) => presentPlan(await planPasswordReset(ctx, STAFF))),
  implement(first.startFirst, (ctx) => startPasswordReset(ctx, STAFF)),
  ...batches(first),
];
