import type { Insertable } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';

/** A version of the safety plan of a case; rows are only added. */
export interface SafetyPlansTable {
  org_id: string;
  plan_id: string;
  case_id: string;
  /** 1 is the first version. */
  edition: number;
  author_id: string;
  at: string;
  /** The plan as JSON, encrypted. */
  body: string;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    safety_plans: SafetyPlansTable;
  }
}

/** Versions of the safety plan of a case, latest first. */
export const plansOf = (orgId: string, caseId: string) =>
  qb
    .selectFrom('safety_plans as p')
    .leftJoin('accounts as a', 'a.user_id', 'p.author_id')
    .select(['p.plan_id', 'p.edition', 'p.at', 'p.body', 'a.real_name as author_name'])
    .where('p.org_id', '=', orgId)
    .where('p.case_id', '=', caseId)
    .orderBy('p.edition', 'desc');

/** The latest version, without its text. */
export const lastPlanOf = (orgId: string, caseId: string) =>
  plansOf(orgId, caseId).clearSelect().select(['p.edition', 'p.at', 'a.real_name as author_name']).limit(1);

export const insertPlan = (row: Insertable<SafetyPlansTable>) => qb.insertInto('safety_plans').values(row);
