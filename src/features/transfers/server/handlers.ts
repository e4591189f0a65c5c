import { implement, type Implementation, type OrgContext } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import { acceptPackage, declinePackage, sealAnswer } from './answer-package.ts';
import { readFormerRecords, readFormerSummary } from './former-records.ts';
import { preparePackage, type Prepared } from './prepare-package.ts';
import { markSummary, printSummary } from './print-summary.ts';
import { readReceived, readWaiting } from './read-received.ts';
import { findSchools, previewTransfer, readSent } from './read-sent.ts';
import { fileOf, sendPackage } from './send-package.ts';
import { takePackageBack } from './take-back.ts';

/** The log has the summary's disclosure before the summary is made. */
async function withSummary(ctx: OrgContext, prepared: Prepared): Promise<Prepared> {
  const { maker, parts, sections, student } = prepared;
  if (!parts.includes('summary')) return prepared;
  const mark = await ctx.transaction((tx) => markSummary(ctx, tx, maker, student));
  return { ...prepared, summary: await printSummary(ctx, mark, student.child_name, sections) };
}

export const transferHandlers: readonly Implementation[] = [
  implement(contract.preview, (ctx, { params }) => previewTransfer(ctx, params.id)),
  implement(contract.schools, (ctx, { query }) => findSchools(ctx, query.name)),
  implement(contract.send, async (ctx, { params, body }) => {
    const prepared = await withSummary(ctx, await preparePackage(ctx, params.id, body));
    const file = prepared.to.orgId === null ? await fileOf(ctx, prepared) : undefined;
    await ctx.transaction((tx) => sendPackage(ctx, tx, prepared));
    return { transfer_id: prepared.transferId, ...(file && { file }) };
  }),
  implement(contract.sent, (ctx, { query }) => readSent(ctx, query)),
  implement(contract.withdraw, (ctx, { params }) => ctx.transaction((tx) => takePackageBack(ctx, tx, params.id))),
  implement(contract.receivedList, (ctx, { query }) => readReceived(ctx, query)),
  implement(contract.waiting, (ctx, { params }) => readWaiting(ctx, params.id)),
  implement(contract.accept, (ctx, { params, body }) =>
    ctx.transaction((tx) => acceptPackage(ctx, tx, params.id, body.child_id)),
  ),
  implement(contract.decline, async (ctx, { params, body }) => {
    const answer = await sealAnswer(ctx, params.id, body.reason);
    return ctx.transaction((tx) => declinePackage(ctx, tx, params.id, answer));
  }),
  implement(contract.formerRecords, (ctx, { params }) => readFormerRecords(ctx, params.id)),
  implement(contract.formerSummary, (ctx, { params }) => readFormerSummary(ctx, params.id, params.transfer_id)),
];
