import { sql } from 'kysely';
import { qb } from '../../../platform/db/server/query-builder.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';

/** Every role of the staff with the classes that it is limited to. */
export const rolesOfStaff = (orgId: string) =>
  qb
    .selectFrom('memberships')
    .select(['user_id', 'role_id', sql<string[] | null>`role_extend -> 'class_ids'`.as('class_ids')])
    .where('org_id', '=', orgId)
    .where('identity', '=', IDENTITY.staff)
    .orderBy('user_id')
    .orderBy('role_id');
