import { sql, type Generated, type Insertable } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { REFERRAL } from '../../rules/referral.ts';

/** Referrals, as far as others than their list ask for them. */
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
/** A state that somebody brought a referral into. */
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

/** Adds a step behind those that there are; whoever adds one to the same referral waits for the row of it. */
export const insertReferralStep = ({ org_id, referral_id, ...step }: Omit<Insertable<ReferralStepsTable>, 'step_no'>) =>
  qb.insertInto('referral_steps').values({
    org_id,
    referral_id,
    ...step,
    step_no: sql<number>`(select count(*)::int4 + 1 from referral_steps p where p.org_id = ${org_id} and p.referral_id = ${referral_id})`,
  });

/** How a referral went, the first step first. */
export const referralSteps = (orgId: string, referralId: string) =>
  qb
    .selectFrom('referral_steps as p')
    .leftJoin('accounts as a', 'a.user_id', 'p.user_id')
    .select(['p.step_id', 'p.status', 'p.at', 'p.note', 'a.real_name'])
    .where('p.org_id', '=', orgId)
    .where('p.referral_id', '=', referralId)
    .orderBy('p.step_no');

/** Brings a referral from one state into another; answers no row where it is in another by now. */
export const moveReferral = (orgId: string, referralId: string, from: number, to: number, at: string) =>
  qb
    .updateTable('referrals')
    .set({ status: to, updated_at: sql<string>`greatest(${at}::timestamptz, updated_at + interval '1 millisecond')` })
    .where('org_id', '=', orgId)
    .where('referral_id', '=', referralId)
    .where('status', '=', from)
    .returning('referral_id');

/** The referral that a student is in, else the latest one, with the states that it went through. */
export const lastReferral = (orgId: string, childId: string) =>
  sql<{ referral_id: string; statuses: number[] }>`
  select r.referral_id, (select coalesce(array_agg(distinct p.status::int4), '{}') from referral_steps p where p.org_id = r.org_id and p.referral_id = r.referral_id) as statuses
  from referrals r where r.org_id = ${orgId} and r.child_id = ${childId} order by r.status < ${REFERRAL.closed} desc, r.created_at desc, r.referral_id desc limit 1`.compile(
    qb,
  );

/** Who referred a student that is being referred already. */
export const openReferrals = (orgId: string, childIds: readonly string[]) =>
  qb
    .selectFrom('referrals as r')
    .leftJoin('accounts as a', 'a.user_id', 'r.created_by')
    .select(['r.child_id', 'r.hospital', 'r.restricted', 'r.author_group', 'a.real_name'])
    .where('r.org_id', '=', orgId)
    .where('r.status', '<', REFERRAL.closed)
    .where(sql<boolean>`r.child_id = any(${childIds}::text[])`);

/** The referrals in which these students are. */
export const openReferralIds = (orgId: string, childIds: readonly string[]) =>
  qb
    .selectFrom('referrals')
    .select(['child_id', 'referral_id'])
    .where('org_id', '=', orgId)
    .where('status', '<', REFERRAL.closed)
    .where(sql<boolean>`child_id = any(${childIds}::text[])`);
