import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { publishedCount } from '../../../platform/statistics/disclosure.ts';
import { examStatus } from '../../screening/public.ts';
import { loadExam, packsOf, viewOf } from '../../screening/server/public.ts';
import type { GroupReport } from '../contract.ts';
import type { Show } from '../rules/cells.ts';
import { meetingText } from '../rules/meeting-text.ts';
import { givesMeans } from '../rules/norm-means.ts';
import {
  gradeKey,
  gradeLabel,
  classLabel,
  participationOf,
  partsOf,
  placesOf,
  type ClassCounts,
} from '../rules/places.ts';
import { scalesOf } from '../rules/scales-of.ts';
import { scoredWith, type FindPack } from '../rules/versions.ts';
import { compareWithBefore } from './compare-with-before.ts';
import * as store from './queries.ts';
import { readsHeldResults } from './reads-held-results.ts';

export interface PlaceQuery {
  grade?: string | undefined;
  class_id?: string | undefined;
}

export function placeOf({ grade, class_id: classId }: PlaceQuery): store.Place {
  if (grade !== undefined && classId !== undefined) throw invalid('/class_id', '年级和班级只能选一个');
  const [period = 0, no = 0] = (grade ?? '').split('-').map(Number);
  return { classId, grade: grade === undefined ? undefined : { period, grade: no } };
}

/** The level and the name of a place, from the counts of its classes. */
function nameOf({ grade, class_id }: PlaceQuery, [row]: readonly ClassCounts[], whole: string) {
  if (class_id !== undefined && row)
    return { level: 'class' as const, name: `${gradeLabel(gradeKey(row))} ${classLabel(row)}` };
  if (grade !== undefined) return { level: 'grade' as const, name: gradeLabel(grade) };
  return { level: 'school' as const, name: whole };
}

const isWithin = ({ grade, class_id }: PlaceQuery, row: ClassCounts): boolean =>
  (grade === undefined || gradeKey(row) === grade) && (class_id === undefined || row.class_id === class_id);

/**
 * A screening in numbers, within the role's scope. Readers from whom no result is held back get exact numbers; others
 * get them suppressed and rounded, and only when the screening is over. Who takes part is exact for everyone, as in the
 * progress: next to it, a number that changes with one more sheet would tell that child's result.
 *
 * @throws AppError `notFoundInScope` for a screening or a place out of scope; PSY_CONFLICT for a draft
 */
export async function readGroupReport(ctx: OrgContext, examId: string, query: PlaceQuery): Promise<GroupReport> {
  const { actor, services } = ctx;
  const { orgId } = actor;
  const exam = await loadExam(ctx, examId);
  const scope = services.access.scope(actor, 'student');
  const place = placeOf(query);
  const by = query.grade === undefined && query.class_id === undefined ? 'grade' : 'class';
  const [[org], all, cells] = await ctx.read([
    orgById(orgId),
    store.classCounts(orgId, examId, scope),
    store.cellsOf(orgId, examId, scope, place, by),
  ]);
  const rows = all.filter((row) => isWithin(query, row));
  if (rows.length === 0) throw notFoundInScope(scope);
  const { smallestGroup: smallest } = services;
  const published: Show = (n) => publishedCount(n, smallest);
  const isExact = viewOf(ctx, exam.visibility) === 'scores' && (await readsHeldResults(ctx));
  const is_over = ['closed', 'archived'].includes(examStatus(exam, ctx.now()));
  const isShown = isExact || is_over;
  const show: Show = isExact ? (n) => n : published;
  const parts = partsOf(rows, by, published);
  const place_ = nameOf(query, rows, scope.kind === 'all' ? (org?.org_name ?? '') : '我管理的范围');
  const comparison =
    place_.level === 'class' || !isShown
      ? undefined
      : await compareWithBefore(ctx, exam, { scope, place, cells, show, isExact, by });
  const find: FindPack = (id, version) => services.packs.find(orgId, id, version);
  const packs = isShown ? scoredWith(packsOf(services, orgId, exam), cells, find, show) : [];
  const normed = packs.flatMap(({ pack, others }) =>
    [pack, ...others].some((one) => givesMeans(one)) ? [pack.id] : [],
  );
  const [normRows] =
    isExact && normed.length > 0
      ? await ctx.read([store.normRowsOf(orgId, examId, scope, { place, by, scaleIds: normed })])
      : [];
  const report = {
    ...place_,
    title: exam.exam_name,
    ...(exam.starts_at !== null && { starts_at: exam.starts_at }),
    ...(exam.ends_at !== null && { ends_at: exam.ends_at }),
    as_of: ctx.nowIso(),
    is_over,
    ...(!isExact && { smallest }),
    places: placesOf(all),
    participation: participationOf(rows, published),
    parts,
    ...(!isShown && { shown_at_end: true as const }),
    scales: scalesOf(packs, cells, {
      show,
      isExact,
      parts: place_.level === 'class' ? [] : parts.rows,
      normSets: exam.norm_sets,
      normRows,
    }),
    ...(comparison && { comparison }),
  };
  return { ...report, text: meetingText(report) };
}
