import { qb } from '../../../platform/db/server/query-builder.ts';

/** The picture of a student's account, if there is one. */
export const avatarOf = (orgId: string, childId: string) =>
  qb
    .selectFrom('students as s')
    .innerJoin('accounts as a', 'a.user_id', 's.user_id')
    .select('a.avatar')
    .where('s.org_id', '=', orgId)
    .where('s.child_id', '=', childId);
