import { OPEN } from '../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { HomeContent, HomeSchool, HomeStep } from '../../../platform/home/contract.ts';
import type { HomeCard, NewYearStep, SchoolFacts } from '../../../platform/home/server/cards.ts';
import { figuresOf } from '../../../platform/home/server/figures.ts';
import { withoutNulls } from '../../../platform/schema/json.ts';
import { TALK_STATUS } from '../rules/consent-text.ts';
import { examStatus } from '../rules/exam-status.ts';
import { readPlanProgress } from './bureau/read-plan-progress.ts';
import { lastSentPlan } from './queries/bureau-plans.ts';
import { runningCounts, startedInYear } from './queries/progress-list.ts';
import { countWaitingTalks } from './queries/talks.ts';

const EXAMS = 3;

async function readTalks(ctx: OrgContext): Promise<HomeContent> {
  const scope = ctx.services.access.scope(ctx.actor, 'student');
  const [[count]] = await ctx.read([countWaitingTalks(ctx.actor.orgId, scope)]);
  return { figures: [{ key: 'waiting', n: count?.n ?? 0, query: `status=${TALK_STATUS.waiting}` }] };
}

/** Running screenings with the numbers of the caller's scope. */
async function readRunning(ctx: OrgContext): Promise<HomeContent> {
  const scope = ctx.services.access.scope(ctx.actor, 'student');
  const [rows] = await ctx.read([runningCounts(ctx.actor.orgId, scope, ctx.nowIso(), EXAMS)]);
  return {
    exams: rows.map(({ exam_id, exam_name, ends_at, total, submitted, ...row }) => ({
      exam_id,
      exam_name,
      status: examStatus({ ...row, ends_at }, ctx.now()),
      ...withoutNulls({ ends_at }),
      total,
      submitted,
    })),
  };
}

export const screeningCards: readonly HomeCard[] = [
  { key: 'talks', area: 'screening/talk', order: 25, size: 'medium', read: readTalks },
  {
    key: 'screening',
    area: 'screening/progress',
    order: 45,
    size: 'medium',
    read: readRunning,
  },
];

/** Done when a screening has started since the current school year began. */
async function readStep(ctx: OrgContext): Promise<HomeStep> {
  const [[started]] = await ctx.read([startedInYear(ctx.actor.orgId)]);
  const figures = await figuresOf(ctx, [{ key: 'running', entity: 'exam', list: { status: 'running' } }]);
  return { key: 'screening', state: started?.n ? 'done' : 'todo', figures };
}

export const screeningStep: NewYearStep = { area: 'exam', act: OPEN, order: 70, read: readStep };

/** The plan that was sent last, as its page shows it: suppressed and rounded. */
async function readPlan(ctx: OrgContext): Promise<Map<string, Partial<HomeSchool>>> {
  const [[plan]] = await ctx.read([lastSentPlan(ctx.actor.orgId)]);
  if (!plan) return new Map();
  const { schools } = await readPlanProgress(ctx, plan.plan_id);
  return new Map(
    schools.map(({ school_id, answer, planned, submitted }) => [
      school_id,
      { plan: answer, ...(planned !== undefined && { planned }), ...(submitted !== undefined && { submitted }) },
    ]),
  );
}

export const planOfSchools: SchoolFacts = { area: 'screening/bureau', read: readPlan };
