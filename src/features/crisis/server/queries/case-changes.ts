import { qb } from '../../../../platform/db/server/query-builder.ts';

/** Who changed the case itself last: level, person in charge or next step. */
export const lastChange = (orgId: string, caseId: string) =>
  qb
    .selectFrom('case_steps as p')
    .innerJoin('accounts as a', 'a.user_id', 'p.author_id')
    .select('a.real_name as name')
    .where('p.org_id', '=', orgId)
    .where('p.case_id', '=', caseId)
    .where('p.kind', 'in', ['level', 'owner', 'next_step'])
    .orderBy('p.at', 'desc')
    .orderBy('p.step_id', 'desc')
    .limit(1);
