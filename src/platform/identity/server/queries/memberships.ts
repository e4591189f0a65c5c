import { sql, type Generated, type Selectable } from 'kysely';
import { compileOnce } from '../../../db/server/compile-once.ts';
import { qb } from '../../../db/server/query-builder.ts';
import { IDENTITY } from '../../identity.ts';
import type { RoleScope } from '../../role-scope.ts';

/**
 * The identity and role of a person in an organisation; `role_id` is null for students, parents and staff without a
 * role.
 */
export interface MembershipsTable {
  org_id: string;
  user_id: string;
  identity: number;
  role_id: number | null;
  /** What limits the role (`spec §3`, role-group scope). */
  role_extend: Generated<RoleScope>;
  /** When a role ends that a claim of an identity server has given; null: given by hand. */
  claimed_until: Generated<string | null>;
  created_at: Generated<string>;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    memberships: MembershipsTable;
  }
}

export type Membership = Pick<Selectable<MembershipsTable>, 'identity' | 'role_id' | 'role_extend' | 'claimed_until'>;

/**
 * Excludes staff whom the organisation has disabled, or whose access period is over, and roles from claims that have
 * ended, over `memberships as m`. Other identities (parent) remain.
 */
export const inUse = (
  at: string,
) => sql<boolean>`(m.claimed_until is null or m.claimed_until > ${at}::timestamptz) and not (m.identity = ${sql.lit(IDENTITY.staff)} and exists (
  select from teachers t where t.org_id = m.org_id and t.user_id = m.user_id and (not t.enabled or t.expires_at <= ${at}::timestamptz)))`;

/** Excludes organisations whose service the operator has suspended. */
const inService = sql<boolean>`not exists (
  select from tenants s where s.org_id = m.org_id and s.suspended_at is not null)`;

/** One row where every organisation of a person is suspended. Tenant: the person. */
export const onlySuspended = (userId: string) =>
  qb
    .selectFrom('memberships as m')
    .innerJoin('tenants as s', 's.org_id', 'm.org_id')
    .select(sql<boolean>`true`.as('suspended'))
    .where('m.user_id', '=', userId)
    .having(sql<boolean>`count(*) > 0 and bool_and(s.suspended_at is not null)`);

const membershipsIn = compileOnce(({ orgId, userId, at }: { orgId: string; userId: string; at: string }) =>
  qb
    .selectFrom('memberships as m')
    .select(['m.identity', 'm.role_id', 'm.role_extend', 'm.claimed_until'])
    .where('m.org_id', '=', orgId)
    .where('m.user_id', '=', userId)
    .where(inUse(at)),
);
/** The memberships of a person in one organisation at a time. Tenant: the organisation. */
export const membershipsOf = (orgId: string, userId: string, at: string) => membershipsIn({ orgId, userId, at });

/** All memberships of a person at a time, with the organisations. Tenant: the person. */
export const ownMemberships = (userId: string, at: string) =>
  qb
    .selectFrom('memberships as m')
    .innerJoin('orgs as o', 'o.org_id', 'm.org_id')
    .select([
      'm.identity',
      'm.role_id',
      'm.role_extend',
      'm.claimed_until',
      'o.org_id',
      'o.org_name',
      'o.org_type',
      'o.edu_level',
      'o.account_expire_at',
    ])
    .where('m.user_id', '=', userId)
    .where(inUse(at))
    .where(inService)
    .orderBy('o.org_id')
    .orderBy('m.role_id');

/** The organisations in which a person has a membership at a time, with their subscriptions. Tenant: the person. */
export const ownOrgs = (userId: string, at: string) =>
  qb
    .selectFrom('memberships as m')
    .innerJoin('orgs as o', 'o.org_id', 'm.org_id')
    .distinct()
    .select(['o.org_id', 'o.org_name', 'o.org_type', 'o.service_type', 'o.account_expire_at'])
    .where('m.user_id', '=', userId)
    .where(inUse(at))
    .where(inService)
    .orderBy('o.org_id');

/** One row if a person is staff in any organisation. Tenant: the person. */
export const isStaffAnywhere = (userId: string) =>
  qb
    .selectFrom('memberships')
    .select('identity')
    .where('user_id', '=', userId)
    .where('identity', '=', IDENTITY.staff)
    .limit(1);

/**
 * Whether a person has another identity in this organisation than this one. Tenant: the organisation, which may know no
 * more than that.
 */
export const isMoreThan = (userId: string, orgId: string, identity: number) =>
  qb.selectNoFrom(sql<boolean>`is_more_than(${userId}, ${orgId}, ${identity}::smallint)`.as('is_more'));

/** Deletes the memberships of some people under one identity. Call `access.invalidateOrg` afterwards. */
export const deleteMemberships = (orgId: string, identity: number, userIds: readonly string[]) =>
  qb
    .deleteFrom('memberships')
    .where('org_id', '=', orgId)
    .where('identity', '=', identity)
    .where('user_id', 'in', userIds);

/** Tenant: the organisation. */
export const insertMembership = (membership: {
  org_id: string;
  user_id: string;
  identity: number;
  role_id?: number | null;
}) => qb.insertInto('memberships').values(membership);

/** The holders of some roles at a time, each with what limits the role. */
export const holdersOf = (orgId: string, roles: readonly number[], at: string) =>
  qb
    .selectFrom('memberships as m')
    .select(['m.user_id', sql<number>`m.role_id`.as('role_id'), 'm.role_extend'])
    .where('m.org_id', '=', orgId)
    .where(sql<boolean>`m.role_id = any(${roles}::int[])`)
    .where(inUse(at))
    .orderBy('m.user_id');
