import { qb } from '../../../../platform/db/server/query-builder.ts';

export const termsOfSchool = (orgId: string) =>
  qb.selectFrom('retention_terms').select(['kind', 'years']).where('org_id', '=', orgId);

export const putTerm = (orgId: string, kind: string, years: number) =>
  qb
    .insertInto('retention_terms')
    .values({ org_id: orgId, kind, years })
    .onConflict((c) => c.columns(['org_id', 'kind']).doUpdateSet({ years }));
