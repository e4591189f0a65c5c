import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { isUniqueViolation } from '../../../../platform/db/server/errors.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { FlatRow, ResourceHooks } from '../../../../platform/resources/server/hooks.ts';
import { dayOf } from '../../../../platform/schema/wall-clock.ts';
import type { TotalsPack } from '../../rules/scales/pack-schema.ts';
import { totalProblem } from '../../rules/total-problem.ts';
import * as store from '../queries/totals.ts';
import { SCORING } from '../sheets/score-sheets.ts';
import { totalColumns } from './total-columns.ts';

const TAKEN = '这名学生这一天的这个维度已经有分数，请修改原来的一条';

type Holder = Pick<OrgContext, 'services' | 'actor'>;

function packOf({ services, actor }: Holder, scaleId: unknown): TotalsPack | undefined {
  const pack = services.packs.allPacks(actor.orgId).find(({ id }) => id === scaleId);
  return pack?.kind === 'totals' ? pack : undefined;
}

const examIdOf = ({ scale_id, tested_on }: FlatRow) =>
  `im-${String(scale_id)}-${String(tested_on).replaceAll('-', '')}`;

const sheetOf = (row: FlatRow): store.TotalsSheet => ({
  exam_id: examIdOf(row),
  child_exam_id: `${examIdOf(row)}-${String(row['child_id'])}`,
  child_id: String(row['child_id']),
  tested_on: String(row['tested_on']),
});

const unique = <T>(items: readonly T[], keyOf: (item: T) => string): T[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];

async function scoreLater({ services, actor: { orgId } }: Holder, tx: Tx): Promise<void> {
  await services.jobs.add(tx, { kind: SCORING, orgId, subject: 'totals' });
  tx.afterCommit(() => services.jobs.wake(SCORING));
}

/** The log has no scores: its readers need not be readers of results, and results keep what a correction replaced. */
const LOGGED = new Set(['total_id', 'child_id', 'scale_id', 'dimension', 'tested_on', 'exam_id', 'child_exam_id']);

/** Scores from elsewhere: each day's scores of a student and a scale become a sheet that scoring takes up. */
export const totalHooks: ResourceHooks = {
  table: store.totalRows,
  spread: totalColumns,
  logs: () => LOGGED,

  derivedColumns({ row, before }, ctx) {
    if (before) return {};
    const { exam_id, child_exam_id } = sheetOf(row);
    const dimension = packOf(ctx, row['scale_id'])?.dimensions.find(({ title }) => title === row['dimension']);
    return { created_by: ctx.caller.userId, exam_id, child_exam_id, dimension_id: dimension?.id ?? '' };
  },

  async validate(_tx, ctx, drafts, reject) {
    const today = dayOf(ctx.now());
    for (const [i, { row, before }] of drafts.entries()) {
      const pack = packOf(ctx, row['scale_id']);
      if (!pack) {
        reject(i, 'scale_id', '本校没有这个量表，或者它带有题目、应在线作答，不能导入总分');
        continue;
      }
      const problem = totalProblem(pack, String(row['dimension']), Number(row['score']));
      if (problem) reject(i, problem.field, problem.message);
      if (!before && String(row['tested_on']) > today) reject(i, 'tested_on', '施测日期不能晚于今天');
    }
  },

  async beforeWrite(tx, ctx, rows) {
    const { orgId } = ctx.actor;
    const sheets = unique(
      rows.map(({ row }) => sheetOf(row)),
      ({ child_exam_id }) => child_exam_id,
    );
    const exams = rows.flatMap(({ row }): store.TotalsExam[] => {
      const pack = packOf(ctx, row['scale_id']);
      const tested_on = String(row['tested_on']);
      if (!pack) return [];
      const exam_name = `${pack.title}导入的总分 ${tested_on}`.slice(-50);
      return [{ exam_id: examIdOf(row), exam_name, scale_id: pack.id, version: pack.version, tested_on }];
    });
    await tx.run(
      store.addTotalsExams(
        orgId,
        unique(exams, ({ exam_id }) => exam_id),
        ctx.caller.userId,
        ctx.nowIso(),
      ),
    );
    await tx.run(store.addTotalsSheets(orgId, sheets));
    await scoreLater(ctx, tx);
  },

  async beforeDelete(tx, ctx, rows, ids) {
    const { orgId } = ctx.actor;
    const sheetIds = rows.map((row) => String(row['child_exam_id']));
    const raised = new Set((await tx.run(store.raisedSheets(orgId, sheetIds))).map((row) => row.child_exam_id));
    const details = sheetIds.flatMap((id, i) =>
      raised.has(id)
        ? [{ field: `/ids/${i}`, message: '这份分数已经发出预警，不能删除；写错了可以改分数，并在核实预警时判为无效' }]
        : [],
    );
    const [first] = details;
    if (first) throw new AppError('PSY_CONFLICT', { message: first.message, details });
    await tx.run(store.deleteEmptySheets(orgId, sheetIds, ids));
    await tx.run(store.scoreAgain(orgId, sheetIds));
    await tx.run(
      store.deleteEmptyExams(
        orgId,
        rows.map((row) => String(row['exam_id'])),
      ),
    );
    await scoreLater(ctx, tx);
  },

  explainConflict: (error, field) =>
    isUniqueViolation(error, 'exam_totals_once')
      ? new AppError('PSY_CONFLICT', {
          message: TAKEN,
          details: [{ field: field('dimension') ?? '/dimension', message: TAKEN }],
          cause: error,
        })
      : undefined,
};
