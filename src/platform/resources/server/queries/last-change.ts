import { qb } from '../../../db/server/query-builder.ts';

/** The name of the user who changed a row last. */
export const lastChange = (orgId: string, resource: string, rowId: string) =>
  qb
    .selectFrom('audit_logs as l')
    .innerJoin('accounts as a', 'a.user_id', 'l.user_id')
    .select('a.real_name')
    .where('l.org_id', '=', orgId)
    .where('l.resource', '=', resource)
    .where('l.row_id', '=', rowId)
    .orderBy('l.at', 'desc')
    .orderBy('l.log_id', 'desc')
    .limit(1);
