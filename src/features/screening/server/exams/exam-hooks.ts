import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Draft, ResourceHooks, Written } from '../../../../platform/resources/server/hooks.ts';
import { sameValue } from '../../../../platform/schema/json.ts';
import { beyondPlan, type PlanBounds } from '../../rules/bureau-plan.ts';
import { refusedChanges } from '../../rules/exam-changes.ts';
import { examStatus, type ExamStatus } from '../../rules/exam-status.ts';
import type { ExamScope } from '../../rules/scope.ts';
import { boundsOf } from '../bureau/plan-bounds.ts';
import { examRows, examsOf } from '../queries/exams.ts';
import { addMissingSheets } from './add-sheets.ts';
import { checkPlan, type Refuse } from './check-plan.ts';
import { requireWhole } from './require-whole.ts';

/** Fields that are stored as empty where they have no value. */
const EMPTY = { norm_sets: {}, scope: {}, visibility: {}, duty: [], reasons: {}, consent_required: false, place: 1 };

/**
 * The status of a plan of `drafts` by its id; a new one is a draft.
 *
 * @throws AppError PSY_OUT_OF_REACH where the caller may not change all of a plan
 */
async function statusesOf(
  tx: Tx,
  ctx: OrgContext,
  drafts: readonly Draft[],
): Promise<ReadonlyMap<unknown, ExamStatus>> {
  const ids = drafts.flatMap(({ before }) => (before ? [String(before['exam_id'])] : []));
  if (ids.length === 0) return new Map();
  const rows = await tx.run(examsOf(ctx.actor.orgId, ids));
  await requireWhole(tx, ctx, rows);
  return new Map(rows.map((row) => [row.exam_id, examStatus(row, ctx.now())]));
}

/** @throws AppError PSY_CONFLICT where the plan's state does not allow the change, naming the fields */
function requireChangeable(status: ExamStatus, { row, before = {} }: Draft): void {
  if (status === 'draft') return;
  if (status === 'closed' || status === 'archived')
    throw new AppError('PSY_CONFLICT', { message: '测评已经结束，不能再修改' });
  const details = refusedChanges(status, before, row);
  const [first] = details;
  if (first) throw new AppError('PSY_CONFLICT', { message: first.message, details });
}

const planOf = ({ before }: Draft): string | undefined => {
  const id = before?.['bureau_plan_id'];
  return typeof id === 'string' ? id : undefined;
};

/** What an institution's plan fixed stays. */
function checkBounds(bounds: PlanBounds | undefined, { row, before = {} }: Draft, refuse: Refuse): void {
  if (bounds) for (const { field, message } of beyondPlan(bounds, before, row)) refuse(field.slice(1), message);
}

/** Students of parts that a published plan gained get their sheets with the change. */
async function addSheetsOfNewScope(tx: Tx, ctx: OrgContext, rows: readonly Written[]): Promise<void> {
  for (const { id, row, before } of rows)
    if (before && !sameValue(before['scope'], row['scope']))
      await addMissingSheets(tx, ctx, id, { scope: row['scope'] as ExamScope });
}

/** Plans: what a plan may name, what may change in each state, and deletion of drafts only. */
export const examHooks: ResourceHooks = {
  table: examRows,

  derivedColumns: ({ before }, { caller }) => (before ? {} : { created_by: caller.userId }),

  async validate(tx, ctx, drafts, reject) {
    const statuses = await statusesOf(tx, ctx, drafts);
    const bounds = await boundsOf(
      tx,
      ctx,
      drafts.flatMap((draft) => planOf(draft) ?? []),
    );
    for (const [i, draft] of drafts.entries()) {
      const refuse: Refuse = (field, message) => reject(i, field, message);
      for (const [name, value] of Object.entries(EMPTY)) draft.row[name] ??= structuredClone(value);
      requireChangeable(statuses.get(draft.before?.['exam_id']) ?? 'draft', draft);
      await checkPlan(tx, ctx, draft, refuse);
      checkBounds(bounds.get(planOf(draft) ?? ''), draft, refuse);
    }
  },

  beforeWrite: addSheetsOfNewScope,

  async beforeDelete(tx, ctx, _rows, ids) {
    const rows = await tx.run(examsOf(ctx.actor.orgId, ids));
    if (rows.some(({ status }) => status !== 'draft'))
      throw new AppError('PSY_CONFLICT', { message: '测评已经发布，不能删除；可以结束并归档' });
    await requireWhole(tx, ctx, rows);
  },
};
