import { sql } from 'kysely';
import { qb } from '../../../db/server/query-builder.ts';
import { ORG_TYPE } from '../../../identity/identity.ts';
import type { RowTable } from './row-table.ts';
import { schoolsInScope, type Scope } from './scope.ts';

/** The schools of an institution as a resource: each row is its own tenant and is visible to the institution above it. */
export const schoolRows: RowTable = {
  owner: sql`(case when t.org_type = ${sql.lit(ORG_TYPE.school)} then t.parent_org_id end)`,
  computed: {
    school_id: sql`t.org_id`,
    school_name: sql`t.org_name`,
    used_quota: sql`t.total_quota - t.available_quota`,
  },
  within: schoolsInScope,
};

/** A school of an institution. Tenant: the institution. */
export const schoolOf = (institutionId: string, schoolId: string) =>
  qb
    .selectFrom('orgs')
    .select(['org_id', 'org_name', 'org_type'])
    .where('org_id', '=', schoolId)
    .where('parent_org_id', '=', institutionId)
    .where('org_type', '=', ORG_TYPE.school);

/** The schools under an institution; a school has none. Tenant: the institution. */
export const schoolsOf = (institutionId: string) =>
  qb
    .selectFrom('orgs')
    .select(['org_id', 'org_name'])
    .where('parent_org_id', '=', institutionId)
    .where('org_type', '=', ORG_TYPE.school)
    .orderBy('org_id');

/** Those of them that are within a scope. */
export const schoolsReached = (institutionId: string, scope: Scope) =>
  schoolsOf(institutionId).where(schoolsInScope(scope));
