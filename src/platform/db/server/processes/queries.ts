import { sql, type Generated } from 'kysely';
import type { ProcessIdentity } from '../../../runtime/server/process-identity.ts';
import { qb } from '../query-builder.ts';

/** Processes that serve this installation from a database server. Times are those of the database. */
export interface ServerProcessesTable {
  /** Random; identifies this registration. */
  token: string;
  pid: number;
  host: string;
  boot: string;
  namespace: string;
  /** In the unit of the system (`ProcessIdentity.startedAt`). */
  started_at: string;
  /** It keeps nonces and limits where others see them. */
  shares_state: boolean;
  /** Of the store in which it shares them. Null where it shares none, or is of a release without this column. */
  state_id: string | null;
  stopping: Generated<boolean>;
  alive_at: Generated<string>;
}
declare module '../tables.ts' {
  interface Tables {
    server_processes: ServerProcessesTable;
  }
}

/** Advisory lock key; no other lock in this database uses it. */
const REGISTRATION_LOCK = 7_265_110_483;

const databaseNow = sql<string>`clock_timestamp()`;

/** Until the transaction ends, no other process registers. */
export const lockRegistration = () =>
  sql<{ locked: unknown }>`select pg_advisory_xact_lock(${REGISTRATION_LOCK}) as locked`.compile(qb);

/** All registered processes, with the milliseconds since their last heartbeat. */
export const registeredProcesses = () =>
  qb
    .selectFrom('server_processes')
    .select(['token', 'pid', 'host', 'boot', 'namespace', 'started_at', 'shares_state', 'state_id', 'stopping'])
    .select(sql<number>`(extract(epoch from clock_timestamp() - alive_at) * 1000)::float8`.as('silent_ms'));

export const insertProcess = (
  token: string,
  { pid, host, boot, namespace, startedAt }: ProcessIdentity,
  stateId: string | undefined,
) =>
  qb.insertInto('server_processes').values({
    token,
    pid,
    host,
    boot,
    namespace,
    started_at: startedAt,
    shares_state: stateId !== undefined,
    state_id: stateId ?? null,
  });

/** The heartbeat. Changes no row where another process has removed the registration. */
export const keepProcess = (token: string, stopping: boolean, stateId: string | undefined) =>
  qb
    .updateTable('server_processes')
    .set({ stopping, state_id: stateId ?? null, alive_at: databaseNow })
    .where('token', '=', token);

export const deleteProcesses = (tokens: readonly string[]) =>
  qb.deleteFrom('server_processes').where('token', 'in', tokens);
