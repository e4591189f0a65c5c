import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import { makerOf } from '../../../../platform/file-codes/server/file-mark.ts';
import { requesterOf } from '../../../../platform/jobs/server/requester.ts';
import * as contract from '../../contract/erasures.ts';
import { requireOrganisation } from '../require-organisation.ts';
import { approveErasure, refuseErasure } from '../tasks/decide-erasure.ts';
import { erasedTask, markProof, printProof } from '../tasks/proof-document.ts';
import { proposeErasure, readErasure } from '../tasks/propose-erasure.ts';
import { readTask, storedTask } from '../tasks/read-tasks.ts';

export const erasureHandlers: readonly Implementation[] = [
  implement(contract.erasure, async ({ services }, { params }) => {
    await requireOrganisation(services, params.id);
    return readErasure(services, params.id);
  }),
  implement(contract.proposeErasure, async (ctx, { params, body }) => {
    await requireOrganisation(ctx.services, params.id);
    const proposed = { reason: body.reason.trim(), confirmsOpenCases: body.confirm_open_cases };
    return readTask(ctx, await proposeErasure(ctx, params.id, proposed));
  }),
  implement(contract.approveErasure, async (ctx, { params, body }) => {
    const task = await storedTask(ctx, params.id);
    await requireOrganisation(ctx.services, task.about_org);
    const now = await readErasure(ctx.services, task.about_org);
    const requester = await requesterOf(ctx);
    const seen = { name: body.org_name, rows: body.rows, confirmsOpenCases: body.confirm_open_cases };
    await ctx.transaction((tx) => approveErasure(ctx, tx, task, { seen, now, requester }));
    return readTask(ctx, params.id);
  }),
  implement(contract.refuseErasure, async (ctx, { params, body }) => {
    const task = await storedTask(ctx, params.id);
    await ctx.transaction((tx) => refuseErasure(ctx, tx, task, body.reason.trim()));
    return readTask(ctx, params.id);
  }),
  implement(contract.erasureProof, async (ctx, { params }) => {
    const task = await erasedTask(ctx, params.id);
    const maker = await makerOf(ctx);
    const mark = await ctx.transaction((tx) => markProof(ctx, tx, maker, task));
    return printProof(ctx, mark, task);
  }),
];
