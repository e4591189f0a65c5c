import type { Generated, Selectable } from 'kysely';
import { qb } from './db/query-builder.ts';

/** Which identity and role a person holds in an organisation; `role_id` is null for students, parents and staff without a role. */
export interface MembershipsTable {
  org_id: string;
  user_id: string;
  identity: number;
  role_id: number | null;
  /** Keys of `spec §3`, role-group scope: class_ids, grade_combos … */
  role_extend: Generated<Record<string, unknown>>;
  created_at: Generated<string>;
}
declare module './tables.ts' {
  interface Tables { memberships: MembershipsTable }
}

export type Membership = Pick<Selectable<MembershipsTable>, 'identity' | 'role_id' | 'role_extend'>;

/** What a person is in one organisation. Tenant: the organisation. */
export const membershipsOf = (orgId: string, userId: string) => qb.selectFrom('memberships')
  .select(['identity', 'role_id', 'role_extend'])
  .where('org_id', '=', orgId).where('user_id', '=', userId);

/** Everything a person is, with the organisations. Tenant: the person. */
export const ownMemberships = (userId: string) => qb.selectFrom('memberships as m')
  .innerJoin('orgs as o', 'o.org_id', 'm.org_id')
  .select(['m.identity', 'm.role_id', 'm.role_extend', 'o.org_id', 'o.org_name', 'o.org_type', 'o.edu_level', 'o.account_expire_at'])
  .where('m.user_id', '=', userId)
  .orderBy('o.org_id').orderBy('m.role_id');

/** Tenant: the organisation. */
export const insertMembership = (membership: { org_id: string; user_id: string; identity: number }) => qb.insertInto('memberships').values(membership);
