import { sql, type Generated, type Insertable } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { REFERRAL } from '../../rules/referral.ts';

/** Columns of referrals that are used outside of their list. */
export interface ReferralsTable {
  org_id: string;
  referral_id: string;
  child_id: string;
  case_id: string | null;
  status: Generated<number>;
  hospital: string;
  restricted: boolean;
  author_group: string;
  created_by: string;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}
/** A state of a referral, with its author. */
export interface ReferralStepsTable {
  org_id: string;
  referral_id: string;
  step_no: number;
  step_id: string;
  status: number;
  user_id: string;
  at: string;
  note: string | null;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    referrals: ReferralsTable;
    referral_steps: ReferralStepsTable;
  }
}

/** Appends a step. Concurrent writers wait on the row of the referral. */
export const insertReferralStep = ({ org_id, referral_id, ...step }: Omit<Insertable<ReferralStepsTable>, 'step_no'>) =>
  qb.insertInto('referral_steps').values({
    org_id,
    referral_id,
    ...step,
    step_no: sql<number>`(select count(*)::int4 + 1 from referral_steps p where p.org_id = ${org_id} and p.referral_id = ${referral_id})`,
  });

/** Steps of a referral, oldest first. */
export const referralSteps = (orgId: string, referralId: string) =>
  qb
    .selectFrom('referral_steps as p')
    .leftJoin('accounts as a', 'a.user_id', 'p.user_id')
    .select(['p.step_id', 'p.status', 'p.at', 'p.note', 'a.real_name'])
    .where('p.org_id', '=', orgId)
    .where('p.referral_id', '=', referralId)
    .orderBy('p.step_no');

/** Changes the state of a referral; returns no row when its state is not `from`. */
export const moveReferral = (orgId: string, referralId: string, from: number, to: number, at: string) =>
  qb
    .updateTable('referrals')
    .set({ status: to, updated_at: sql<string>`greatest(${at}::timestamptz, updated_at + interval '1 millisecond')` })
    .where('org_id', '=', orgId)
    .where('referral_id', '=', referralId)
    .where('status', '=', from)
    .returning('referral_id');

/** The open referral of a student, otherwise the latest one, with its states. */
export const lastReferral = (orgId: string, childId: string) =>
  sql<{ referral_id: string; statuses: number[] }>`
  select r.referral_id, (select coalesce(array_agg(distinct p.status::int4), '{}') from referral_steps p where p.org_id = r.org_id and p.referral_id = r.referral_id) as statuses
  from referrals r where r.org_id = ${orgId} and r.child_id = ${childId} order by r.status < ${REFERRAL.closed} desc, r.created_at desc, r.referral_id desc limit 1`.compile(
    qb,
  );

/** Open referrals of these students, with their authors. */
export const openReferrals = (orgId: string, childIds: readonly string[]) =>
  qb
    .selectFrom('referrals as r')
    .leftJoin('accounts as a', 'a.user_id', 'r.created_by')
    .select(['r.child_id', 'r.hospital', 'r.restricted', 'r.author_group', 'a.real_name'])
    .where('r.org_id', '=', orgId)
    .where('r.status', '<', REFERRAL.closed)
    .where(sql<boolean>`r.child_id = any(${childIds}::text[])`);

/** Ids of the open referrals of these students. */
export const openReferralIds = (orgId: string, childIds: readonly string[]) =>
  qb
    .selectFrom('referrals')
    .select(['child_id', 'referral_id'])
    .where('org_id', '=', orgId)
    .where('status', '<', REFERRAL.closed)
    .where(sql<boolean>`child_id = any(${childIds}::text[])`);
