import { sql, type InsertResult } from 'kysely';
import { qb } from '../../../platform/db/server/query-builder.ts';
import type { Fault, Run } from '../contract.ts';

/** The kind of job of a run. */
export const RUNNING = 'automation';

export interface AutomationRunsTable {
  org_id: string;
  run_id: string;
  entity: string;
  automation: string;
  title: string;
  row_id: string;
  event: string;
  user_id: string | null;
  depth: number;
  state: Run['state'];
  fault: Fault | null;
  reason: string | null;
  notified: number | null;
  left_out: number | null;
  created: string | null;
  moved: string | null;
  created_at: string;
  ended_at: string | null;
}
declare module '../../../platform/db/server/tables.ts' {
  interface Tables {
    automation_runs: AutomationRunsTable;
  }
}

export type NewRun = Pick<
  AutomationRunsTable,
  'run_id' | 'entity' | 'automation' | 'title' | 'row_id' | 'event' | 'user_id' | 'depth'
>;

/**
 * Adds runs and their jobs. A run of the same row and event is not added twice; one beyond the limits is kept as failed
 * and gets no job.
 */
export const insertRuns = (
  orgId: string,
  runs: readonly NewRun[],
  { at, since, perDay, depth }: { at: string; since: string; perDay: number; depth: number },
) =>
  sql<InsertResult>`
  with made as (
    insert into automation_runs (org_id, run_id, entity, automation, title, row_id, event, user_id, depth, state, fault, created_at, ended_at)
    select ${orgId}, n.run_id, n.entity, n.automation, n.title, n.row_id, n.event, n.user_id, n.depth,
      case when n.fault is null then 'waiting' else 'failed' end, n.fault, ${at}::timestamptz,
      case when n.fault is not null then ${at}::timestamptz end
    from (
      select r.*, case
        when r.depth > ${depth} then 'depth'
        when (select count(*) from automation_runs t where t.org_id = ${orgId} and t.created_at >= ${since}::timestamptz)
          + row_number() over () > ${perDay} then 'limit' end as fault
      from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb)
        as r (run_id text, entity text, automation text, title text, row_id text, event text, user_id text, depth int)) n
    on conflict (org_id, entity, automation, row_id, event) do nothing
    returning run_id, state)
  insert into jobs (kind, tenant, subject, run_after)
  select ${RUNNING}, ${orgId}, run_id, ${at}::timestamptz from made where state = 'waiting'`.compile(qb);

export const runById = (orgId: string, runId: string) =>
  qb.selectFrom('automation_runs').selectAll().where('org_id', '=', orgId).where('run_id', '=', runId);

/** Ends a run that waits; zero rows where it has ended already. */
export const endRun = (
  orgId: string,
  runId: string,
  end: Partial<Pick<AutomationRunsTable, 'fault' | 'reason' | 'notified' | 'left_out' | 'created' | 'moved'>> & {
    state: Run['state'];
    ended_at: string;
  },
) =>
  qb
    .updateTable('automation_runs')
    .set(end)
    .where('org_id', '=', orgId)
    .where('run_id', '=', runId)
    .where('state', '=', 'waiting');

const listed = (orgId: string, entity: string, state: Run['state'] | undefined) =>
  qb
    .selectFrom('automation_runs')
    .where('org_id', '=', orgId)
    .where('entity', '=', entity)
    .$if(state !== undefined, (q) => q.where('state', '=', state ?? 'waiting'));

export const pageOfRuns = (
  orgId: string,
  entity: string,
  { state, limit, offset }: { state: Run['state'] | undefined; limit: number; offset: number },
) =>
  listed(orgId, entity, state)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('run_id', 'desc')
    .limit(limit)
    .offset(offset);

/** Number of runs that match, of those that failed since a time, and of all of the organisation since another. */
export const countRuns = (
  orgId: string,
  entity: string,
  { state, failedSince, since }: { state: Run['state'] | undefined; failedSince: string; since: string },
) =>
  qb.selectNoFrom([
    listed(orgId, entity, state)
      .select(sql<number>`count(*)::int`.as('n'))
      .as('total'),
    listed(orgId, entity, 'failed')
      .where('created_at', '>=', failedSince)
      .select(sql<number>`count(*)::int`.as('n'))
      .as('failed'),
    qb
      .selectFrom('automation_runs')
      .where('org_id', '=', orgId)
      .where('created_at', '>=', since)
      .select(sql<number>`count(*)::int`.as('n'))
      .as('today'),
  ]);

export const forgetRuns = (orgId: string, before: string) =>
  qb
    .deleteFrom('automation_runs')
    .where('org_id', '=', orgId)
    .where('created_at', '<', before)
    .where('state', '<>', 'waiting');

/** The values of a row, unmasked. For deciding only; what is shown is read as its reader. */
export const rawRow = (orgId: string, entity: string, rowId: string) =>
  sql<{ ext: unknown }>`
    select ext from tenant_rows where org_id = ${orgId} and entity = ${entity} and row_id = ${rowId}`.compile(qb);

/**
 * Rows whose date is in a range of texts and that have no run of this automation for it yet. Rows from after `until`
 * are left out: their moment had passed when they were made.
 */
export const rowsDue = (
  orgId: string,
  {
    entity,
    automation,
    field,
    from,
    to,
    until,
  }: {
    entity: string;
    automation: string;
    field: string;
    from: string;
    to: string;
    until: string;
  },
  limit: number,
) =>
  sql<{ row_id: string; value: string }>`
  select r.row_id, r.ext ->> ${field} as value from tenant_rows r
  where r.org_id = ${orgId} and r.entity = ${entity} and r.created_at <= ${until}::timestamptz
    and (r.ext ->> ${field}) >= ${from} and (r.ext ->> ${field}) < ${to}
    and not exists (select from automation_runs a where a.org_id = r.org_id and a.entity = r.entity
      and a.automation = ${automation} and a.row_id = r.row_id and a.event = 'date:' || (r.ext ->> ${field}))
  order by r.row_id limit ${limit}`.compile(qb);

const STATE_OF_STEP = sql`s.to_state #>> '{}'`;

/** Since when a row `r` has a state, as a text: its first step after the last one to another state. */
const since = (state: string) => sql`to_char(coalesce(
  (select min(s.at) from row_transitions s where s.org_id = r.org_id and s.entity = r.entity and s.row_id = r.row_id
    and ${STATE_OF_STEP} = ${state} and s.at > coalesce((
      select max(s.at) from row_transitions s where s.org_id = r.org_id and s.entity = r.entity and s.row_id = r.row_id
        and ${STATE_OF_STEP} <> ${state}), '-infinity')),
  r.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Since when a row has a state, for a row that has it. */
export const stateSince = (orgId: string, entity: string, rowId: string, state: string) =>
  sql<{ since: string }>`
  select ${since(state)} as since from tenant_rows r
  where r.org_id = ${orgId} and r.entity = ${entity} and r.row_id = ${rowId}`.compile(qb);

/**
 * Rows that have a state since a time in a range of texts and that have no run of this automation for it yet.
 *
 * @param state As text; `initial` is that of rows without a state
 */
export const rowsStaying = (
  orgId: string,
  {
    entity,
    automation,
    field,
    state,
    initial,
    from,
    to,
  }: {
    entity: string;
    automation: string;
    field: string;
    state: string;
    initial: string;
    from: string;
    to: string;
  },
  limit: number,
) =>
  sql<{ row_id: string; since: string }>`
  with staying as materialized (
    select r.row_id, ${since(state)} as since from tenant_rows r
    where r.org_id = ${orgId} and r.entity = ${entity} and r.created_at < ${to}::timestamptz
      and r.updated_at >= ${from}::timestamptz and coalesce(r.ext ->> ${field}, ${initial}) = ${state})
  select row_id, since from staying
  where since >= ${from} and since < ${to}
    and not exists (select from automation_runs a where a.org_id = ${orgId} and a.entity = ${entity}
      and a.automation = ${automation} and a.row_id = staying.row_id and a.event = 'stay:' || since)
  order by since, row_id limit ${limit}`.compile(qb);

/** Who published the definition of an entity last, and when. */
export const lastPublisher = (orgId: string, entity: string) =>
  qb
    .selectFrom('schema_versions')
    .select(['user_id', 'at'])
    .where('org_id', '=', orgId)
    .where('entity', '=', entity)
    .orderBy('version', 'desc')
    .limit(1);

export const namesOfPeople = (ids: readonly string[]) =>
  qb
    .selectFrom('accounts')
    .select(['user_id', 'real_name'])
    .where(sql<boolean>`user_id = any(${ids}::text[])`);
