import { qb } from '../../../../platform/db/server/query-builder.ts';

/** One row where the person is here by an authorised login. */
export const isTemporary = (orgId: string, userId: string) =>
  qb
    .selectFrom('teachers')
    .select('user_id')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('expires_at', 'is not', null);
