import { qb } from '../../../../platform/db/server/query-builder.ts';

interface MonthlySettingsTable {
  org_id: string;
  automatic: boolean;
  changed_by: string;
  changed_at: string;
}
interface MonthlyMadeTable {
  org_id: string;
  month: string;
  made_at: string;
  files: number;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    monthly_settings: MonthlySettingsTable;
    monthly_made: MonthlyMadeTable;
  }
}

/** Whether an organisation's report is made by itself; no row: it is. */
export const settingOf = (orgId: string) =>
  qb.selectFrom('monthly_settings').select('automatic').where('org_id', '=', orgId);
export const putSetting = (row: MonthlySettingsTable) =>
  qb
    .insertInto('monthly_settings')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('org_id').doUpdateSet({
        automatic: row.automatic,
        changed_by: row.changed_by,
        changed_at: row.changed_at,
      }),
    );

/** Months that were made by themselves, the latest first. */
export const madeOf = (orgId: string) =>
  qb
    .selectFrom('monthly_made')
    .select(['month', 'made_at'])
    .where('org_id', '=', orgId)
    .orderBy('month', 'desc')
    .limit(12);

/** Marks a month as made; returns no row where another process has marked it. */
export const insertMade = (row: MonthlyMadeTable) =>
  qb
    .insertInto('monthly_made')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('month');
