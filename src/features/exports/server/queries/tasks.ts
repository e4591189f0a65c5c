import { sql, type Generated, type Insertable } from 'kysely';
import type { Area } from '../../../../platform/access/generated/areas.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import type { FileKind } from '../../../../platform/file-codes/file-code.ts';
import { hasJob } from '../../../../platform/jobs/server/queries.ts';

/** An export that is built in the background. */
export interface ExportTasksTable {
  org_id: string;
  file_id: string;
  user_id: string;
  /** Role that requested it and may download it; null for rows from before the column existed. */
  role_id: number | null;
  type: number;
  kind: FileKind;
  /** Area whose right to export the download needs. */
  area: Area;
  /** First entry of the disclosure in the audit log; empty for rows from before the column existed. */
  log_id: string;
  file_name: string;
  status: number;
  total: number;
  done: number;
  /** Of files in one object, from before exports had parts. Only removed. */
  object_key: string | null;
  file_size: number | null;
  created_at: string;
  expires_at: string;
  /** How its parts make the file; null until it is ready. */
  form: FileForm | null;
  /** Encrypted `FileMark`; null until the first run. */
  mark: string | null;
  /** Digest of the requester's rights (`rightsOf`); null for rows from before the column existed, which are refused. */
  rights: string | null;
  /** Ids that a download asks about again. */
  about: Generated<string[]>;
  /** Why it failed or was removed. */
  problem: string | null;
}
/** Parts one after another, or a ZIP of the files in them. */
export type FileForm = 'whole' | 'zip';
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    export_tasks: ExportTasksTable;
  }
}

/** `export_status` (`api.md`, codes with fixed numbers). */
export const PACKING = 0,
  READY = 1,
  EXPIRED = 2,
  FAILED = -1;

export const insertTask = (task: Insertable<ExportTasksTable>) => qb.insertInto('export_tasks').values(task);

const mine = (orgId: string, userId: string) =>
  qb.selectFrom('export_tasks').where('org_id', '=', orgId).where('user_id', '=', userId);
const withJob = (orgId: string) => hasJob(orgId, sql.ref('export_tasks.file_id'));
const tasks = (orgId: string, userId: string) => mine(orgId, userId).selectAll().select(withJob(orgId).as('has_job'));

export const tasksOf = (orgId: string, userId: string, limit: number, offset: number) =>
  tasks(orgId, userId).orderBy('created_at', 'desc').orderBy('file_id', 'desc').limit(limit).offset(offset);
export const countTasks = (orgId: string, userId: string) =>
  mine(orgId, userId).select((eb) => eb.fn.countAll<number>().as('n'));
export const countPacking = (orgId: string, userId: string) =>
  countTasks(orgId, userId).where('status', '=', PACKING).where(withJob(orgId));
export const taskOf = (orgId: string, userId: string, fileId: string) =>
  tasks(orgId, userId).where('file_id', '=', fileId);

/** Locks a task until the transaction ends; its run waits with its next part. */
export const lockTask = (orgId: string, userId: string, fileId: string) =>
  mine(orgId, userId).select('file_id').where('file_id', '=', fileId).forUpdate();

const one = (orgId: string, fileId: string) =>
  qb
    .updateTable('export_tasks')
    .where('org_id', '=', orgId)
    .where('file_id', '=', fileId)
    .where('status', '=', PACKING);

/** Records progress; returns 0 when the export is no longer being built. */
export const taskProgress = (orgId: string, fileId: string, done: number) =>
  one(orgId, fileId).set({ done: sql`greatest(done, least(total, ${done}::int))` });
/** What the pages of the file say about it, kept for later runs. */
export const taskMark = (orgId: string, fileId: string, mark: string) => one(orgId, fileId).set({ mark });
export const taskReady = (
  orgId: string,
  fileId: string,
  file: { form: FileForm; file_size: number },
  expiresAt: string,
) => one(orgId, fileId).set({ ...file, status: READY, done: sql`total`, expires_at: expiresAt });
export const taskFailed = (orgId: string, fileId: string, problem: string) =>
  one(orgId, fileId).set({ status: FAILED, problem });
export const cancelTask = (orgId: string, userId: string, fileId: string, problem: string) =>
  taskFailed(orgId, fileId, problem).where('user_id', '=', userId);

/** Marks exports without a job as failed, with the reason. */
export const failDead = (orgId: string, problem: string) =>
  qb
    .updateTable('export_tasks')
    .set({ status: FAILED, problem })
    .where('org_id', '=', orgId)
    .where('status', '=', PACKING)
    .where(({ not }) => not(withJob(orgId)))
    .returning('file_id');

/** Expired exports with their object keys. */
export const overdueTasks = (orgId: string, now: string) =>
  qb
    .selectFrom('export_tasks')
    .select(['file_id', 'object_key'])
    .where('org_id', '=', orgId)
    .where('expires_at', '<=', now)
    .where('status', '<>', EXPIRED)
    .forUpdate();
export const expireTasks = (orgId: string, fileIds: readonly string[]) =>
  qb
    .updateTable('export_tasks')
    .set({ status: EXPIRED, object_key: null })
    .where('org_id', '=', orgId)
    .where(sql<boolean>`file_id = any(${fileIds}::text[])`);
export const forgetTasks = (orgId: string, before: string) =>
  qb
    .deleteFrom('export_tasks')
    .where('org_id', '=', orgId)
    .where('status', '=', EXPIRED)
    .where('expires_at', '<', before);

export const deleteTask = (orgId: string, userId: string, fileId: string) =>
  qb.deleteFrom('export_tasks').where('org_id', '=', orgId).where('user_id', '=', userId).where('file_id', '=', fileId);
