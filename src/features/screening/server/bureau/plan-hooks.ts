import { schoolsReached } from '../../../../platform/access/server/queries/school-rows.ts';
import type { Scope } from '../../../../platform/access/server/queries/scope.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Draft, ResourceHooks } from '../../../../platform/resources/server/hooks.ts';
import { sameValue } from '../../../../platform/schema/json.ts';
import { codesOf } from '../../../../platform/schema/labels.ts';
import { refusedPlanChanges } from '../../rules/bureau-plan.ts';
import { isSensitive, namesSensitive } from '../../rules/sensitive.ts';
import { checkPacks, checkWindow, type Refuse } from '../exams/check-plan.ts';
import { bureauPlanRows, plansOf, type BureauPlan } from '../queries/bureau-plans.ts';
import { informLater } from './inform-schools.ts';
import { requireWhole } from './require-whole.ts';

/** Fields that are stored as empty where they have no value. */
const EMPTY = { norm_sets: {}, grades: [], visibility: {} };

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

/** The stored plans of `drafts`, by id. */
async function storedOf(tx: Tx, ctx: OrgContext, drafts: readonly Draft[]): Promise<ReadonlyMap<unknown, BureauPlan>> {
  const ids = drafts.flatMap(({ before }) => (before ? [String(before['plan_id'])] : []));
  if (ids.length === 0) return new Map();
  return new Map((await tx.run(plansOf(ctx.actor.orgId, ids))).map((plan) => [plan.plan_id, plan]));
}

/** @throws AppError PSY_OUT_OF_REACH; PSY_CONFLICT where the plan's state does not allow the change, naming the fields */
function requireChangeable(stored: BureauPlan, scope: Scope, { row, before = {} }: Draft): void {
  requireWhole(scope, stored);
  if (stored.status === 'draft') return;
  if (stored.status === 'closed') throw new AppError('PSY_CONFLICT', { message: '计划已经结束，不能再修改' });
  const details = refusedPlanChanges(before, row);
  const [first] = details;
  if (first) throw new AppError('PSY_CONFLICT', { message: first.message, details });
  // Schools that have left the institution are not shown, and find their plan again where they return.
  row['school_ids'] = [...new Set([...stored.school_ids, ...textsOf(row['school_ids'])])];
}

function checkGrades(row: Draft['row'], refuse: Refuse): void {
  const [periods, grades] = [codesOf('class_period'), codesOf('grade')];
  for (const [i, text] of textsOf(row['grades']).entries()) {
    const [period = '', grade] = text.split('-');
    if (!periods.has(period) || (grade !== undefined && !grades.has(grade)))
      refuse(`grades/${i}`, '没有这个学段或年级');
  }
}

/** A text for packs with sensitive items names them: the schools could not publish it otherwise. */
function checkConsent({ actor, services }: OrgContext, row: Draft['row'], refuse: Refuse): void {
  const text = typeof row['consent_text'] === 'string' ? row['consent_text'].trim() : '';
  if (text === '') delete row['consent_text'];
  const ids = textsOf(row['scale_ids']);
  const asks = services.packs.allPacks(actor.orgId).some((pack) => ids.includes(pack.id) && isSensitive(pack));
  if (text !== '' && asks && !namesSensitive(text)) refuse('consent_text', '测评含有自杀、自伤题目，知情同意书要写明');
}

async function checkSchools(
  tx: Tx,
  { actor }: OrgContext,
  scope: Scope,
  { row, before = {} }: Draft,
  refuse: Refuse,
): Promise<void> {
  const [ids, known] = [textsOf(row['school_ids']), textsOf(before['school_ids'])];
  const reached = new Set((await tx.run(schoolsReached(actor.orgId, scope))).map(({ org_id }) => org_id));
  for (const [i, id] of ids.entries())
    if (!known.includes(id) && !reached.has(id)) refuse(`school_ids/${i}`, '不是本机构的学校，或者不在您的管理范围内');
}

const changes = ({ row, before = {} }: Draft, field: string): boolean => !sameValue(row[field], before[field]);

/** Plans of an institution for its schools: what they may name, and what may change in each state. */
export const bureauPlanHooks: ResourceHooks = {
  table: bureauPlanRows,

  derivedColumns: ({ row, before }, { caller }) => ({
    ...(!before && { created_by: caller.userId }),
    ...(before && sameValue(row['school_ids'], before['school_ids']) ? {} : { school_ids: row['school_ids'] }),
  }),

  async validate(tx, ctx, drafts, reject) {
    const stored = await storedOf(tx, ctx, drafts);
    const scope = ctx.services.access.scope(ctx.actor, 'bureau-plan');
    for (const [i, draft] of drafts.entries()) {
      const refuse: Refuse = (field, message) => reject(i, field, message);
      for (const [name, value] of Object.entries(EMPTY)) draft.row[name] ??= structuredClone(value);
      const plan = stored.get(draft.before?.['plan_id']);
      if (changes(draft, 'school_ids')) await checkSchools(tx, ctx, scope, draft, refuse);
      if (plan) requireChangeable(plan, scope, draft);
      if (changes(draft, 'scale_ids') || changes(draft, 'norm_sets')) checkPacks(ctx, draft.row, refuse);
      if (changes(draft, 'grades')) checkGrades(draft.row, refuse);
      checkConsent(ctx, draft.row, refuse);
      checkWindow(draft.row, refuse);
    }
  },

  // Without effect for a draft.
  async beforeWrite(tx, ctx, rows) {
    for (const { id, row, before } of rows)
      if (before && changes({ row, before }, 'school_ids')) await informLater(tx, ctx, id);
  },

  async beforeDelete(tx, ctx, _rows, ids) {
    const scope = ctx.services.access.scope(ctx.actor, 'bureau-plan');
    for (const plan of await tx.run(plansOf(ctx.actor.orgId, ids))) {
      requireWhole(scope, plan);
      if (plan.status !== 'draft')
        throw new AppError('PSY_CONFLICT', { message: '计划已经下发，不能删除；可以撤回或结束' });
    }
  },
};
