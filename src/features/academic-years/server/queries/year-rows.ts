import { sql } from 'kysely';
import type { RowTable } from '../../../../platform/access/server/queries/row-table.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';

/** Academic years as a resource; `years.ts` declares the table. */
export const yearRows: RowTable = {
  computed: {
    class_count: sql`(select count(*) from classes c where c.org_id = t.org_id and c.year_id = t.year_id)`,
    can_roll_over: sql`(t.rolled_at is null and exists (select from years c where c.org_id = t.org_id and c.is_current and c.start_on < t.start_on))`,
    rolled_by_name: sql`(select a.real_name from accounts a where a.user_id = t.rolled_by)`,
  },
  // Years belong to the whole school: a role with a partial scope manages none.
  within: () => sql`false`,
};

/** All years, latest first, with the author of each roll-over. */
export const yearsWithRolls = (orgId: string) =>
  qb
    .selectFrom('years as y')
    .leftJoin('accounts as a', 'a.user_id', 'y.rolled_by')
    .select([
      'y.year_id',
      'y.year_name',
      'y.start_on',
      'y.end_on',
      'y.is_current',
      'y.rolled_at',
      'a.real_name as rolled_by_name',
    ])
    .where('y.org_id', '=', orgId)
    .orderBy('y.start_on', 'desc');

/** Clears the mark of the current year. */
export const dropCurrent = (orgId: string, at: string) =>
  qb
    .updateTable('years')
    .set({ is_current: false, updated_at: at })
    .where('org_id', '=', orgId)
    .where('is_current', '=', true);

export const markRolled = (orgId: string, yearId: string, from: string, userId: string, at: string) =>
  qb
    .updateTable('years')
    .set({ is_current: true, rolled_from: from, rolled_at: at, rolled_by: userId, updated_at: at })
    .where('org_id', '=', orgId)
    .where('year_id', '=', yearId);

/** Numbers of classes by year; years without classes are left out. */
export const classesIn = (orgId: string, yearIds: readonly string[]) =>
  qb
    .selectFrom('classes')
    .select(['year_id', (eb) => eb.fn.countAll<number>().as('classes')])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`year_id = any(${yearIds}::text[])`)
    .groupBy('year_id');
