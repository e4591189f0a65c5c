import { schoolsReached } from '../../../../platform/access/server/queries/school-rows.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { withoutNulls } from '../../../../platform/schema/json.ts';
import { publishedCount } from '../../../../platform/statistics/disclosure.ts';
import type { PlanProgress } from '../../contract/bureau.ts';
import { examStatus } from '../../rules/exam-status.ts';
import { answersToPlan } from '../queries/bureau-answers.ts';
import { loadPlan } from './load-plan.ts';

type School = PlanProgress['schools'][number];

/** A published number of students; absent where the group is too small. */
const publishedField = (
  name: 'planned' | 'submitted',
  students: number,
  smallest: number,
): Pick<School, typeof name> => {
  const n = publishedCount(students, smallest);
  return n === undefined ? {} : { [name]: n };
};

/**
 * The answers of a plan's schools within the role's scope. Every number of students is suppressed and rounded on its
 * own, totals included, by the rules of `platform/statistics/disclosure.ts`.
 *
 * @throws AppError `notFoundInScope`
 */
export async function readPlanProgress(ctx: OrgContext, planId: string): Promise<PlanProgress> {
  const { orgId } = ctx.actor;
  const { access, smallestGroup: smallest } = ctx.services;
  const plan = await loadPlan(ctx, planId);
  const [reached, answers] = await ctx.read([
    schoolsReached(orgId, access.scope(ctx.actor, 'bureau-plan')),
    answersToPlan(orgId, planId),
  ]);
  const schools = reached.filter(({ org_id }) => plan.school_ids.includes(org_id));
  const given = new Map(answers.map((answer) => [answer.org_id, answer]));
  const within = schools.flatMap(({ org_id }) => given.get(org_id) ?? []);
  const sum = (of: 'planned' | 'submitted') => within.reduce((all, answer) => all + answer[of], 0);
  const of = (status: string) => within.filter((answer) => answer.status === status).length;
  return {
    plan_id: planId,
    smallest,
    waiting: schools.length - within.length,
    accepted: of('accepted'),
    declined: of('declined'),
    ...publishedField('planned', sum('planned'), smallest),
    ...publishedField('submitted', sum('submitted'), smallest),
    schools: schools.map(({ org_id, org_name }): School => {
      const school = { school_id: org_id, school_name: org_name };
      const answer = given.get(org_id);
      if (!answer) return { ...school, answer: 'waiting' };
      const { status, reason, answered_at, exam_status, starts_at, ends_at, planned, submitted } = answer;
      return {
        ...school,
        answer: status,
        ...withoutNulls({ answered_at, reason, starts_at, ends_at }),
        ...(exam_status !== null && {
          exam_status: examStatus({ status: exam_status, starts_at, ends_at }, ctx.now()),
        }),
        ...publishedField('planned', planned, smallest),
        ...publishedField('submitted', submitted, smallest),
      };
    }),
  };
}
