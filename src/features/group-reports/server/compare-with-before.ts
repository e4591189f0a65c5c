import type { Scope } from '../../../platform/access/server/queries/scope.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { loadExam } from '../../screening/server/public.ts';
import type { ReportComparison } from '../contract.ts';
import type { Cell, Show } from '../rules/cells.ts';
import { compareGroups, type ScaleCells } from '../rules/compare-groups.ts';
import { gradeLabel } from '../rules/places.ts';
import { versionsOf } from '../rules/versions.ts';
import * as store from './queries.ts';

type Exam = Awaited<ReturnType<typeof loadExam>>;

interface Reading {
  scope: Scope;
  place: store.Place;
  cells: readonly Cell[];
  show: Show;
  isExact: boolean;
  by: 'grade' | 'class';
}

/**
 * The same grades at the screening of about a year before, by the rule of `compareResults`; undefined where there was
 * none with a scale of this one.
 */
export async function compareWithBefore(
  ctx: OrgContext,
  exam: Exam,
  { scope, place, cells, show, isExact, by }: Reading,
): Promise<ReportComparison | undefined> {
  const { orgId } = ctx.actor;
  const [[former]] = await ctx.read([store.examBefore(orgId, exam.exam_id)]);
  if (!former) return undefined;
  const [before] = await ctx.read([store.cellsOf(orgId, former.exam_id, scope, place, 'grade')]);
  const grade = place.grade && `${place.grade.period}-${place.grade.grade}`;
  // The cells of a grade's report are divided by class; all of them are of that grade.
  const now = by === 'grade' ? cells : cells.map((cell) => ({ ...cell, part: grade ?? cell.part }));
  const grades = [...new Set(now.map(({ part }) => part))]
    .filter((part) => before.some((cell) => cell.part === part))
    .sort((a, b) => (a < b ? -1 : 1));
  const common = (list: readonly Cell[]) => list.filter(({ part }) => grades.includes(part));
  return {
    exam_name: former.exam_name,
    starts_at: former.starts_at,
    grades: grades.map(gradeLabel),
    scales: exam.scale_ids.flatMap((id) => {
      const [earlier, later] = [scaleCells(ctx, common(before), id), scaleCells(ctx, common(now), id)];
      return earlier && later ? [compareGroups({ former: earlier, later, grades }, { show, isExact })] : [];
    }),
  };
}

/** Cells of a scale with the pack that scored them; undefined where there is none. */
function scaleCells({ actor, services }: OrgContext, all: readonly Cell[], id: string): ScaleCells | undefined {
  const cells = all.filter(({ scale_id }) => scale_id === id);
  const [version] = versionsOf(cells, id, (n) => n);
  if (version === undefined) return undefined;
  const pack = services.packs.packOf(actor.orgId, id, version);
  return pack.kind === 'questionnaire' ? undefined : { pack, cells };
}
