import { sql, type RawBuilder } from 'kysely';

/** Days before its day from which on something counts as soon due. */
const SOON_DAYS = 3;

/** State on a day of something that is due (`due_state`); null where no day is set. */
export const dueState = (dueOn: RawBuilder<unknown>, today: RawBuilder<unknown>) =>
  sql<string | null>`(case when ${dueOn} is null then null when ${dueOn} < ${today}::date then 'overdue'
  when ${dueOn} = ${today}::date then 'today' when ${dueOn} <= ${today}::date + ${sql.lit(SOON_DAYS)} then 'soon' else 'later' end)`;
