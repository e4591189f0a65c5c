import { sql } from 'kysely';
import { qb } from '../../../platform/db/server/query-builder.ts';

/** People in charge of classes or grades with the scopes of their roles, disabled people included. */
export const inChargeOf = (orgId: string) =>
  qb
    .selectFrom('memberships as m')
    .innerJoin('teachers as t', (join) => join.onRef('t.org_id', '=', 'm.org_id').onRef('t.user_id', '=', 'm.user_id'))
    .select(['m.user_id', 'm.role_id', 'm.role_extend', 't.teacher_name', 't.enabled'])
    .where('m.org_id', '=', orgId)
    .where('m.role_id', 'is not', null)
    .where(sql<boolean>`(m.role_extend ? 'class_ids' or m.role_extend ? 'grade_combos')`)
    .orderBy('t.name_key')
    .orderBy('m.user_id');
