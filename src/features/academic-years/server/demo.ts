import { CURRENT_YEAR, DEMO_YEARS, yearId } from '../../../platform/demo/server/calendar.ts';
import type { DemoPart } from '../../../platform/demo/server/demo.ts';
import { schoolYear } from '../rules/school-year.ts';

declare module '../../../platform/demo/server/rows.ts' {
  interface DemoRows {
    years: {
      org_id: string;
      year_id: string;
      year_name: string;
      start_on: string;
      end_on: string;
      is_current: boolean;
    }[];
  }
}

export const yearRows = (org_id: string) =>
  DEMO_YEARS.map((year) => ({
    org_id,
    year_id: yearId(year),
    ...schoolYear(year),
    is_current: year === CURRENT_YEAR,
  }));

export const demo: DemoPart = {
  rows: ({ spec: { org_id, school } }) => (school ? { years: yearRows(org_id) } : {}),
};
