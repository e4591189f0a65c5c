import { sql } from 'kysely';
import { PLATFORM_ORG } from '../../../../platform/context/server/platform-org.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';

const entries = () =>
  qb
    .selectFrom('audit_logs as e')
    .innerJoin('audit_links as l', (join) => join.onRef('l.org_id', '=', 'e.org_id').onRef('l.log_id', '=', 'e.log_id'))
    .where('e.org_id', '=', PLATFORM_ORG);

/** Entries of the platform's chain, the newest first, with the names of operators. */
export const logPage = (limit: number, offset: number) =>
  entries()
    .leftJoin('accounts as a', 'a.user_id', 'e.user_id')
    .select(['e.log_id', 'e.at', 'e.user_id', 'e.act', 'e.row_id', 'e.row_label', 'e.after', 'a.real_name'])
    .orderBy('l.seq', 'desc')
    .limit(limit)
    .offset(offset);

export const logCount = () => entries().select(sql<number>`count(*)::int`.as('n'));
