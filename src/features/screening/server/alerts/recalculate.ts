import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { RowOf, Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { invalid } from '../../../../platform/errors/invalid.ts';
import { requireWithinPlan } from '../bureau/plan-bounds.ts';
import * as store from '../queries/alert-rules.ts';
import { recalculationOf, SCORING } from '../sheets/score-sheets.ts';
import { packsOf } from '../sheets/sheet-packs.ts';
import { requireWholeSchool } from './require-whole-school.ts';

type Planned = RowOf<ReturnType<typeof store.plannedExam>>;

/**
 * Requires a screening whose packs have these norm sets.
 *
 * @throws AppError PSY_NOT_FOUND; PSY_INVALID_INPUT for a norm set that a pack does not have
 */
export function requireNormSets(
  { actor: { orgId }, services }: OrgContext,
  exam: Planned | undefined,
  normSets: Readonly<Record<string, string>>,
): asserts exam is Planned {
  if (!exam) throw new AppError('PSY_NOT_FOUND');
  const packs = new Map(packsOf(services, orgId, exam).map((pack) => [pack.id, pack]));
  for (const [scaleId, normSet] of Object.entries(normSets)) {
    const pack = packs.get(scaleId);
    if (pack?.kind !== 'scale') throw invalid(`/norm_sets/${scaleId}`, '这份计划里没有这个量表');
    if (!pack.normSets.some(({ id }) => id === normSet)) throw invalid(`/norm_sets/${scaleId}`, '量表没有这套常模');
  }
}

/**
 * Scores a screening again by other norm sets.
 *
 * @throws AppError PSY_OUT_OF_REACH, PSY_NOT_FOUND; PSY_INVALID_INPUT for a norm set that a pack does not have
 */
export async function recalculate(
  ctx: OrgContext,
  tx: Tx,
  examId: string,
  normSets: Readonly<Record<string, string>>,
): Promise<void> {
  const { services } = ctx;
  const { orgId } = ctx.actor;
  requireWholeSchool(ctx);
  const [exam] = await tx.run(store.lockExam(orgId, examId));
  requireNormSets(ctx, exam, normSets);
  await requireWithinPlan(tx, ctx, exam, { norm_sets: { ...exam.norm_sets, ...normSets } });
  const next = { ...exam.norm_sets, ...normSets };
  await tx.run(store.changeNormSets(orgId, examId, next, { by: ctx.caller.userId, at: ctx.nowIso() }));
  await audit(tx, ctx, {
    act: 'update',
    resource: 'exam',
    rowId: examId,
    rowLabel: exam.exam_name,
    before: { norm_sets: exam.norm_sets },
    after: { norm_sets: next },
  });
  await services.jobs.add(tx, { kind: SCORING, orgId, subject: recalculationOf(examId) });
  tx.afterCommit(() => services.jobs.wake(SCORING));
}
