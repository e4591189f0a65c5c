import { implement, type Implementation, type OrgContext } from '../../../platform/context/server/context.ts';
import * as first from '../contract/first-passwords.ts';
import * as contract from '../contract/passwords.ts';
import type { BatchCalls, Chosen, PasswordBatch, Plan } from '../contract/passwords.ts';
import { confirmSheet, fetchSheet, sheetFile } from './password-sheet.ts';
import { planPasswordReset, type ResetPlan } from './plan-password-reset.ts';
import {
  cancelPasswordReset,
  expireOverdue,
  passwordBatch,
  passwordBatches,
  startPasswordReset,
} from './reset-passwords.ts';

const OK = { ok: true } as const;
const STAFF = { new_staff: true };

const presentPlan = ({ meant, skipped }: ResetPlan): Plan => ({
  affected: meant.length,
  skipped,
  items: meant.map(({ user_id: _, class_name, ...one }) => ({ ...one, ...(class_name !== null && { class_name }) })),
});

const preview = async (ctx: OrgContext, chosen: Chosen): Promise<Plan> =>
  presentPlan(await ctx.transaction((tx) => planPasswordReset(ctx, tx, chosen)));

const start = async (ctx: OrgContext, chosen: Chosen): Promise<PasswordBatch> =>
  passwordBatch(ctx, await ctx.transaction((tx) => startPasswordReset(ctx, tx, chosen)));

const batches = (calls: BatchCalls): readonly Implementation[] => [
  implement(calls.resets, (ctx) => passwordBatches(ctx)),
  implement(calls.resetById, (ctx, { params }) => passwordBatch(ctx, params.id)),
  implement(calls.resetSheet, async (ctx, { params }) => {
    // By itself, because the refusal of an expired sheet must not keep its passwords.
    await ctx.transaction((tx) => expireOverdue(tx, ctx.actor.orgId, ctx.nowIso()));
    return sheetFile(await ctx.transaction((tx) => fetchSheet(ctx, tx, params.id)), ctx.now());
  }),
  implement(calls.sheetReceived, async (ctx, { params }) => {
    await ctx.transaction((tx) => confirmSheet(ctx, tx, params.id));
    return OK;
  }),
  implement(calls.cancelReset, async (ctx, { params }) => {
    await ctx.transaction((tx) => cancelPasswordReset(ctx, tx, params.id));
    return OK;
  }),
];

/** Batches of new passwords: of a school's students and new staff, and of an institution's new staff. */
export const passwordsHandlers: readonly Implementation[] = [
  implement(contract.previewReset, (ctx, { body }) => preview(ctx, body)),
  implement(contract.startReset, (ctx, { body }) => start(ctx, body)),
  ...batches(contract),
  implement(first.previewFirst, (ctx) => preview(ctx, STAFF)),
  implement(first.startFirst, (ctx) => start(ctx, STAFF)),
  ...batches(first),
];
