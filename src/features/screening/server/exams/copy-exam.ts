import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { BodyOf } from '../../../../platform/contract/endpoint.ts';
import type { Row } from '../../../../platform/resources/contract/resource.ts';
import { getRow } from '../../../../platform/resources/server/reading.ts';
import { createRows } from '../../../../platform/resources/server/write-rows.ts';
import { activeStaff } from '../../../staff/server/public.ts';
import { studentsReached } from '../../../students/server/public.ts';
import type { copyExam as copyCall } from '../../contract/exams.ts';
import type { ExamScope } from '../../rules/scope.ts';
import { currentClassesOf, gradesWithClasses, groupsOf } from '../queries/exam-students.ts';
import { packProblem } from './check-plan.ts';
import { examHooks } from './exam-hooks.ts';

/** What a copy does not take over: what the product writes, the reasons of that time, and what the caller chooses. */
const FRESH = [
  'exam_name',
  'starts_at',
  'ends_at',
  'scope',
  'scale_ids',
  'norm_sets',
  'duty',
  'reasons',
  'copied_from',
];

/** The same moment of the next year. */
function yearLater(instant: unknown): string {
  const date = new Date(String(instant));
  date.setUTCFullYear(date.getUTCFullYear() + 1);
  return date.toISOString();
}

/**
 * Creates a draft like another plan, for a new window.
 *
 * @throws AppError `notFoundInScope`; PSY_INVALID_INPUT
 */
export async function copyExam(ctx: OrgContext, examId: string, body: BodyOf<typeof copyCall>): Promise<Row> {
  const source = await getRow(ctx, 'exam', examHooks, examId);
  const { schema } = ctx.services.schemas.entity(ctx.actor.orgId, 'exam');
  const kept = Object.entries(source).filter(
    ([name]) => schema.properties[name]?.['x-form']?.on.includes('create') === true && !FRESH.includes(name),
  );
  const packs = new Map(ctx.services.packs.allPacks(ctx.actor.orgId).map((pack) => [pack.id, pack]));
  const scale_ids = (source['scale_ids'] as string[]).filter((id) => packProblem(packs.get(id)) === undefined);
  const norms = Object.entries((source['norm_sets'] ?? {}) as Record<string, string>).filter(([id, set]) => {
    const pack = packs.get(id);
    return scale_ids.includes(id) && pack?.kind === 'scale' && pack.normSets.some((each) => each.id === set);
  });
  const draft = {
    ...Object.fromEntries(kept),
    exam_name: body.exam_name ?? source['exam_name'],
    starts_at: body.starts_at ?? yearLater(source['starts_at']),
    ends_at: body.ends_at ?? yearLater(source['ends_at']),
    scale_ids,
    norm_sets: Object.fromEntries(norms),
    copied_from: examId,
    ...(await remaining(ctx, (source['scope'] ?? {}) as ExamScope, (source['duty'] ?? []) as string[])),
  };
  const [created = {}] = await createRows(ctx, 'exam', examHooks, [draft], false);
  return created;
}

/** The parts of a scope, and the people on duty, that are still there and within the caller's scope. */
async function remaining(ctx: OrgContext, scope: ExamScope, duty: readonly string[]) {
  const { orgId } = ctx.actor;
  const { access } = ctx.services;
  const { grade_ids = [], class_ids = [], group_ids = [], child_ids = [] } = scope;
  const [grades, classes, groups, children, staff] = await ctx.read([
    gradesWithClasses(orgId),
    currentClassesOf(orgId, access.scope(ctx.actor, 'class'), class_ids),
    groupsOf(orgId, group_ids),
    studentsReached(orgId, access.scope(ctx.actor, 'student'), child_ids),
    activeStaff(orgId, duty),
  ]);
  const gradeIds = grades.map(({ period, grade }) => `${period}-${grade}`);
  const whole = access.scope(ctx.actor, 'custom-group').kind === 'all';
  const mine = groups.filter(({ created_by }) => whole || created_by === ctx.caller.userId);
  const left = {
    grade_ids: grade_ids.filter((id) => gradeIds.includes(id)),
    class_ids: classes.map(({ class_id }) => class_id),
    group_ids: mine.map(({ group_id }) => group_id),
    child_ids: children.map(({ child_id }) => child_id),
  };
  return {
    scope: Object.fromEntries(Object.entries(left).filter(([, ids]) => ids.length > 0)),
    duty: staff.map(({ user_id }) => user_id),
  };
}
