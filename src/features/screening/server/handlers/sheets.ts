import { setTimeout as wait } from 'node:timers/promises';
import { implement, type Implementation, type OrgContext } from '../../../../platform/context/server/context.ts';
import * as contract from '../../contract/sheets.ts';
import { myExams } from '../sheets/my-exams.ts';
import { openSheet } from '../sheets/open-sheet.ts';
import { putAnswers, type Put } from '../sheets/put-answers.ts';
import { readResult } from '../sheets/read-result.ts';
import { retakeExam, submitSheet } from '../sheets/submit-sheet.ts';

const done = { ok: true } as const;

/**
 * Every call with answers takes at least this long, in milliseconds: a neighbour in a computer room, or on its network,
 * must not see by the time whether an answer raised a warning.
 */
export const SAME_TIME_MS = 60;

export const sheetHandlers: readonly Implementation[] = [
  implement(contract.myExams, (ctx) => myExams(ctx)),
  implement(contract.readSheet, (ctx, { params: { id }, query: { device_id, take } }) =>
    ctx.transaction((tx) => openSheet(ctx, tx, id, { deviceId: device_id, take })),
  ),
  implement(contract.putAnswers, async (ctx, { params: { id }, query, body }) => {
    const device_id = query.device_id ?? body.device_id;
    const [put] = await Promise.all([
      stored(ctx, id, { ...body, ...(device_id !== undefined && { device_id }) }),
      wait(SAME_TIME_MS),
    ]);
    if ('refusal' in put) throw put.refusal;
    return put.reply;
  }),
  implement(contract.submitSheet, async (ctx, { params: { id }, body }) => {
    await ctx.transaction((tx) => submitSheet(ctx, tx, id, body));
    return done;
  }),
  implement(contract.retake, async (ctx, { params: { id } }) => ({
    child_exam_id: await ctx.transaction((tx) => retakeExam(ctx, tx, id)),
  })),
  implement(contract.sheetResult, (ctx, { params: { id } }) => readResult(ctx, id)),
];

const stored = (ctx: OrgContext, id: string, body: Parameters<typeof putAnswers>[3]): Promise<Put> =>
  ctx.transaction((tx) => putAnswers(ctx, tx, id, body));
