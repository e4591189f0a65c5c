import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import { makerOf } from '../../../../platform/file-codes/server/file-mark.ts';
import * as workContract from '../../contract/case-work.ts';
import * as caseContract from '../../contract/cases.ts';
import * as planContract from '../../contract/safety-plans.ts';
import { addContact } from '../add-contact.ts';
import { assignCase, readOwners } from '../assign-case.ts';
import { changeLevel, closeCase, recordInformed, writeStep } from '../change-case.ts';
import { caseFile, markCase, readWholeCase } from '../export-case.ts';
import { planNextStep } from '../plan-next-step.ts';
import { caseDetail, caseStep } from '../read-case.ts';
import { readSafetyPlans, writeSafetyPlan } from '../safety-plans.ts';

/** A case: its steps, who is in charge, what comes next, its safety plan, and its end. */
export const caseHandlers: readonly Implementation[] = [
  implement(caseContract.caseDetail, (ctx, { params, query }) => caseDetail(ctx, params.id, query)),
  implement(caseContract.exportCase, async (ctx, { params }) => {
    const [whole, maker] = await Promise.all([readWholeCase(ctx, params.id), makerOf(ctx)]);
    const mark = await ctx.transaction((tx) => markCase(ctx, tx, whole, maker));
    return caseFile(ctx, whole, mark);
  }),
  implement(
    caseContract.addCaseStep,
    async (ctx, { params, body: { kind, content, file_ids = [], restricted = false, amends } }) => {
      const step = { kind, content, fileIds: file_ids, restricted, amends };
      return caseStep(ctx, await ctx.transaction((tx) => writeStep(ctx, tx, params.id, step)));
    },
  ),
  implement(caseContract.informPeople, async (ctx, { params, body }) =>
    caseStep(ctx, await ctx.transaction((tx) => recordInformed(ctx, tx, params.id, body))),
  ),
  implement(caseContract.changeCaseLevel, async (ctx, { params, body: { crisis_level: level, ...body } }) => {
    await ctx.transaction((tx) => changeLevel(ctx, tx, params.id, { level, ...body }));
    return { ok: true } as const;
  }),
  implement(caseContract.closeCase, async (ctx, { params, body }) => {
    const { uninformed_reason: uninformed, ...closing } = body;
    await ctx.transaction((tx) => closeCase(ctx, tx, params.id, { ...closing, uninformed }));
    return { ok: true } as const;
  }),
  implement(workContract.caseOwners, async (ctx, { params }) => {
    const items = await readOwners(ctx, params.id);
    return { total: items.length, items };
  }),
  implement(workContract.assignCase, async (ctx, { params, body }) => {
    await ctx.transaction((tx) => assignCase(ctx, tx, params.id, body));
    return { ok: true } as const;
  }),
  implement(workContract.planNextStep, async (ctx, { params, body }) => {
    await ctx.transaction((tx) => planNextStep(ctx, tx, params.id, body));
    return { ok: true } as const;
  }),
  implement(workContract.addContact, async (ctx, { params, body }) =>
    caseStep(ctx, await ctx.transaction((tx) => addContact(ctx, tx, params.id, body))),
  ),
  implement(planContract.safetyPlans, async (ctx, { params }) => {
    const items = await readSafetyPlans(ctx, params.id);
    return { total: items.length, items };
  }),
  implement(planContract.writeSafetyPlan, (ctx, { params, body }) =>
    ctx.transaction((tx) => writeSafetyPlan(ctx, tx, params.id, body)),
  ),
];
