import { sql, type Generated, type Insertable } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';

/** The answer of a school to a plan of its institution. Triggers keep what it says of the screening. */
export interface BureauAnswersTable {
  /** The school. */
  org_id: string;
  plan_id: string;
  /** The institution. */
  bureau_id: string;
  status: 'accepted' | 'declined';
  reason: string | null;
  exam_id: string | null;
  exam_status: Generated<'draft' | 'published' | 'closed' | 'archived' | null>;
  starts_at: Generated<string | null>;
  ends_at: Generated<string | null>;
  answered_by: string;
  answered_at: string;
}
/**
 * Exact numbers of students, the sum of an answer's rows: transactions that submit at the same time add to different
 * ones. Triggers keep them; the institution's page shows them suppressed and rounded.
 */
export interface BureauCountsTable {
  /** The school. */
  org_id: string;
  plan_id: string;
  part: string;
  /** The institution. */
  bureau_id: string;
  planned: number;
  submitted: number;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    bureau_answers: BureauAnswersTable;
    bureau_counts: BureauCountsTable;
  }
}

/** The answers of a school. Tenant: the school. */
export const answersOfSchool = (schoolId: string) =>
  qb
    .selectFrom('bureau_answers as b')
    .leftJoin('accounts as a', 'a.user_id', 'b.answered_by')
    .select(['b.plan_id', 'b.status', 'b.reason', 'b.exam_id', 'b.answered_at', 'a.real_name as answered_by_name'])
    .where('b.org_id', '=', schoolId);

/** Tenant: the school. */
export const lockAnswer = (schoolId: string, planId: string) =>
  qb
    .selectFrom('bureau_answers')
    .select(['status', 'exam_id'])
    .where('org_id', '=', schoolId)
    .where('plan_id', '=', planId)
    .forUpdate();

type Answer = Pick<
  Insertable<BureauAnswersTable>,
  'org_id' | 'plan_id' | 'bureau_id' | 'status' | 'reason' | 'exam_id' | 'answered_by' | 'answered_at'
>;

/** Stores an answer; an acceptance replaces a refusal. Tenant: the school. */
export const putAnswer = (answer: Answer) =>
  qb
    .insertInto('bureau_answers')
    .values(answer)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'plan_id']).doUpdateSet((eb) => ({
        bureau_id: eb.ref('excluded.bureau_id'),
        status: eb.ref('excluded.status'),
        reason: eb.ref('excluded.reason'),
        exam_id: eb.ref('excluded.exam_id'),
        answered_by: eb.ref('excluded.answered_by'),
        answered_at: eb.ref('excluded.answered_at'),
      })),
    );

/** Stores a refusal where there is no answer yet; answers how many. Tenant: the school. */
export const addRefusal = (answer: Answer) =>
  qb
    .insertInto('bureau_answers')
    .values(answer)
    .onConflict((conflict) => conflict.columns(['org_id', 'plan_id']).doNothing());

const countOf = (column: 'planned' | 'submitted') =>
  sql<number>`coalesce((select sum(${sql.ref(`c.${column}`)}) from bureau_counts c
    where c.org_id = bureau_answers.org_id and c.plan_id = bureau_answers.plan_id), 0)::int4`;

/**
 * What the schools of an institution answered to its plan. Tenant: the institution; row-level security opens the
 * answers of the schools that belong to it.
 */
export const answersToPlan = (bureauId: string, planId: string) =>
  qb
    .selectFrom('bureau_answers')
    .select(['org_id', 'status', 'reason', 'exam_status', 'starts_at', 'ends_at', 'answered_at'])
    .select([countOf('planned').as('planned'), countOf('submitted').as('submitted')])
    .where('bureau_id', '=', bureauId)
    .where('plan_id', '=', planId);
