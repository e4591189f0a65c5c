import { sql, type Generated, type Selectable, type Updateable } from 'kysely';
import type { RowTable } from '../../../../platform/access/server/queries/row-table.ts';
import { schoolsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { ORG_TYPE } from '../../../../platform/identity/identity.ts';
import { slot } from '../../../../platform/resources/server/queries/rows/plan.ts';
import type { PlanStatus } from '../../rules/bureau-plan.ts';

/** A plan of an institution for its schools. The schools that it names read it once it is sent. */
export interface BureauPlansTable {
  org_id: string;
  plan_id: string;
  plan_name: string;
  bureau_name: string | null;
  scale_ids: string[];
  norm_sets: Generated<Record<string, string>>;
  school_ids: string[];
  /** Periods (`3`) and grades of periods (`3-7`); all where empty. */
  grades: Generated<string[]>;
  starts_at: string;
  ends_at: string;
  consent_text: string | null;
  visibility: Generated<Record<string, string>>;
  note: string | null;
  status: Generated<PlanStatus>;
  sent_at: string | null;
  sent_by: string | null;
  closed_at: string | null;
  withdrawn_at: string | null;
  /** Schools that were notified of the plan, and of its end. */
  informed: Generated<string[]>;
  settled: Generated<string[]>;
  created_by: string;
  version: Generated<number>;
  ext: Generated<Record<string, unknown>>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    bureau_plans: BureauPlansTable;
  }
}

export type BureauPlan = Selectable<BureauPlansTable>;

/** The schools of a plan that are still below the institution and within a scope. */
const schools = (scope: Scope) => sql`from unnest(t.school_ids) with ordinality as named(id, place)
  join orgs o on o.org_id = named.id and o.parent_org_id = t.org_id and o.org_type = ${sql.lit(ORG_TYPE.school)} where ${schoolsInScope(scope, 'o')}`;

const creator = sql`(select a.real_name from accounts a where a.user_id = t.created_by)`;

/**
 * Plans as a resource. A role that is limited to some schools sees the plans that name one of these, and those that its
 * holder made; of the schools of a plan it sees its own.
 */
export const bureauPlanRows: RowTable = {
  computed: {
    status: sql`(case when t.status = 'sent' and t.ends_at <= ${slot('now')}::timestamptz then 'closed' else t.status end)`,
    school_ids: (scope) => sql`array(select named.id ${schools(scope)} order by named.place)`,
    schools: (scope) => sql`(select count(*)::int4 ${schools(scope)})`,
    accepted: (scope) => sql`(select count(*)::int4 ${schools(scope)} and exists (
      select from bureau_answers b where b.org_id = o.org_id and b.bureau_id = t.org_id and b.plan_id = t.plan_id and b.status = 'accepted'))`,
    created_by_name: creator,
  },
  compared: ['school_ids'],
  within: (scope) =>
    scope.kind === 'all'
      ? sql<boolean>`true`
      : sql<boolean>`(t.created_by = ${slot('userId')} or exists (select ${schools(scope)}))`,
};

export const plansOf = (orgId: string, ids: readonly string[]) =>
  qb
    .selectFrom('bureau_plans')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(sql<boolean>`plan_id = any(${ids}::text[])`);
/** The institution's plan that was sent last, also if it has ended. */
export const lastSentPlan = (orgId: string) =>
  qb
    .selectFrom('bureau_plans')
    .select('plan_id')
    .where('org_id', '=', orgId)
    .where('sent_at', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('sent_at', 'desc')
    .limit(1);
export const lockPlan = (orgId: string, planId: string) => plansOf(orgId, [planId]).forUpdate();

type Change = Pick<
  Updateable<BureauPlansTable>,
  'status' | 'bureau_name' | 'sent_at' | 'sent_by' | 'closed_at' | 'withdrawn_at'
>;

/** Changes a locked plan; `updated_at` becomes later than any value that a client may have read. */
export const changePlan = (orgId: string, planId: string, set: Change, at: string) =>
  qb
    .updateTable('bureau_plans')
    .set({ ...set, updated_at: sql<string>`greatest(${at}::timestamptz, updated_at + interval '1 millisecond')` })
    .where('org_id', '=', orgId)
    .where('plan_id', '=', planId);

/** Notes that a school was notified of a plan (`informed`) or of its end (`settled`). */
export const noteSchool = (orgId: string, planId: string, list: 'informed' | 'settled', schoolId: string) =>
  sql`update bureau_plans set ${sql.ref(list)} = array_append(${sql.ref(list)}, ${schoolId})
    where org_id = ${orgId} and plan_id = ${planId} and not (${schoolId} = any(${sql.ref(list)}))`.compile(qb);

/**
 * Plans that the institution above a school has sent to it, the latest first. Tenant: the school; row-level security
 * opens them while it belongs to the institution.
 */
export const plansSentTo = (schoolId: string) =>
  qb
    .selectFrom('bureau_plans')
    .selectAll()
    .where('org_id', '<>', schoolId)
    .where('status', '<>', 'draft')
    .where(sql<boolean>`${schoolId} = any(school_ids)`)
    .orderBy('sent_at', 'desc')
    .orderBy('plan_id');
export const planSentTo = (schoolId: string, ids: readonly string[]) =>
  plansSentTo(schoolId).where(sql<boolean>`plan_id = any(${ids}::text[])`);
