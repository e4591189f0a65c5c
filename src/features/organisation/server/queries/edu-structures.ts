import { qb } from '../../../../platform/db/server/query-builder.ts';

/** A period that a school teaches, with its system (five-four, six-three) and grades. */
export interface EduStructuresTable {
  org_id: string;
  period: number;
  edu_type: number | null;
  grades: number[];
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    edu_structures: EduStructuresTable;
  }
}

export const structuresOf = (orgId: string) =>
  qb
    .selectFrom('edu_structures')
    .select(['period', 'edu_type', 'grades'])
    .where('org_id', '=', orgId)
    .orderBy('period');
