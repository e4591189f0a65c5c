import type { Services } from '../../../platform/context/server/services.ts';
import { answersToPlan } from './queries/bureau-answers.ts';
import { lastSentPlan } from './queries/bureau-plans.ts';

/** Exact numbers of the students of a school; the caller suppresses and rounds them. */
export interface PlanAnswer {
  status: 'accepted' | 'declined';
  planned: number;
  submitted: number;
}

/** What the schools of an institution answered to the plan that it sent last; undefined where it sent none. */
export async function lastPlanAnswers(
  { db }: Pick<Services, 'db'>,
  bureauId: string,
): Promise<ReadonlyMap<string, PlanAnswer> | undefined> {
  const tenant = { orgId: bureauId, userId: null };
  const [[plan]] = await db.read(tenant, [lastSentPlan(bureauId)]);
  if (!plan) return undefined;
  const [answers] = await db.read(tenant, [answersToPlan(bureauId, plan.plan_id)]);
  return new Map(answers.map(({ org_id, status, planned, submitted }) => [org_id, { status, planned, submitted }]));
}
