import { qb } from '../../../../platform/db/server/query-builder.ts';
import { CASE_STATUS, VALID_STATUS } from '../../rules/crisis.ts';

/** Warnings of an organisation that wait for a verdict, oldest first, without anything about the student. */
export const openWarnings = (orgId: string) =>
  qb
    .selectFrom('warns')
    .select(['warn_id', 'reported_at', 'suggested_level'])
    .where('org_id', '=', orgId)
    .where('valid_status', '=', VALID_STATUS.pending)
    .where('drill', '=', false)
    .orderBy('reported_at');

/** Cases of an organisation that are not closed, oldest first, without anything about the student. */
export const openCases = (orgId: string) =>
  qb
    .selectFrom('crisis_cases')
    .select(['case_id', 'opened_at', 'crisis_level', 'next_on'])
    .where('org_id', '=', orgId)
    .where('status', '=', CASE_STATUS.open)
    .orderBy('opened_at');
