import { sql, type Generated, type Insertable, type Updateable } from 'kysely';
import { PLATFORM_ORG } from '../../../../platform/context/server/platform-org.ts';
import type { AdminRun } from '../../../../platform/db/server/database.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { IDENTITY } from '../../../../platform/identity/identity.ts';
import { hasJob } from '../../../../platform/jobs/server/queries.ts';
import type { PackagePreview } from '../../contract/imports.ts';
import type { FixedReason } from '../../rules.ts';

/** What operators do with a whole organisation. The rows belong to the provider. */
export interface OrganisationTasksTable {
  org_id: string;
  task_id: string;
  kind: 'export' | 'erase' | 'import';
  /** `erased` and `imported` are set by the transaction that deletes or inserts the rows of the organisation. */
  state:
    | 'proposed'
    | 'uploading'
    | 'checking'
    | 'checked'
    | 'working'
    | 'erased'
    | 'imported'
    | 'ready'
    | 'done'
    | 'failed'
    | 'refused'
    | 'expired';
  about_org: string;
  about_name: string;
  reason: string;
  requested_by: string;
  requested_at: string;
  progress: Generated<number>;
  /** Numbers and digests, nothing about a person. */
  facts: Generated<Record<string, unknown>>;
  problem: string | null;
  ended_at: string | null;
  file_size: number | null;
  file_sha256: string | null;
  /** The transport key, encrypted with the key of the installation; null once the file is gone. */
  sealed_key: string | null;
  file_until: string | null;
  /** Who approved or refused an erasure, or took it back. */
  decided_by: string | null;
  decided_at: string | null;
  refusal: string | null;
  /** What an uploaded package holds, and what stands against its import. */
  preview: Generated<PackagePreview | null>;
  /** Accounts of the package whose names are taken here get other ones. */
  renames_taken: Generated<boolean>;
}
/** A part of a package, in the object store. */
interface OrganisationTaskPartsTable {
  org_id: string;
  task_id: string;
  part: number;
  object_key: string;
  /** Bytes, encrypted. */
  size: number;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    organisation_tasks: OrganisationTasksTable;
    organisation_task_parts: OrganisationTaskPartsTable;
  }
}

const asJson = <T extends object = Record<string, unknown>>(value: object) => sql<T>`${JSON.stringify(value)}::jsonb`;

export const insertTask = ({
  facts = {},
  ...task
}: Omit<Insertable<OrganisationTasksTable>, 'org_id' | 'facts'> & { facts?: object }) =>
  qb.insertInto('organisation_tasks').values({ ...task, org_id: PLATFORM_ORG, facts: asJson(facts) });

const tasks = () =>
  qb
    .selectFrom('organisation_tasks as t')
    .leftJoin('accounts as a', 'a.user_id', 't.requested_by')
    .leftJoin('accounts as d', 'd.user_id', 't.decided_by')
    .where('t.org_id', '=', PLATFORM_ORG)
    .selectAll('t')
    .select(['a.real_name as requester', 'd.real_name as decider']);

export const taskOf = (taskId: string) => tasks().where('t.task_id', '=', taskId);
export const taskPage = (limit: number, offset: number) =>
  tasks().orderBy('t.requested_at', 'desc').orderBy('t.task_id', 'desc').limit(limit).offset(offset);
export const taskCount = () =>
  qb
    .selectFrom('organisation_tasks')
    .where('org_id', '=', PLATFORM_ORG)
    .select(sql<number>`count(*)::int`.as('n'));

/** The task that works on an organisation. */
export const openTaskAbout = (aboutOrg: string) =>
  qb
    .selectFrom('organisation_tasks')
    .where('org_id', '=', PLATFORM_ORG)
    .where('about_org', '=', aboutOrg)
    .where('state', 'in', ['working', 'erased', 'imported'])
    .select('task_id');

/** Exports at work. */
export const exportsAtWork = () =>
  qb
    .selectFrom('organisation_tasks')
    .where('org_id', '=', PLATFORM_ORG)
    .where('kind', '=', 'export')
    .where('state', '=', 'working')
    .select('task_id');

type State = OrganisationTasksTable['state'];

/** Tasks that have a folder of this machine or another one. */
export const foldersAtWork = () =>
  qb
    .selectFrom('organisation_tasks')
    .where('org_id', '=', PLATFORM_ORG)
    .where('kind', 'in', ['export', 'import'])
    .where('state', 'in', ['checking', 'working'])
    .select('task_id');

/** Changes a task that is in one of some states. Returns 0 where it is in another one. */
export const changeTask = (
  taskId: string,
  states: State | readonly State[],
  change: Updateable<Omit<OrganisationTasksTable, 'facts' | 'preview'>> & {
    facts?: object;
    preview?: PackagePreview;
  },
) => {
  const { facts, preview, ...rest } = change;
  return qb
    .updateTable('organisation_tasks')
    .set({
      ...rest,
      ...(facts && { facts: asJson(facts) }),
      ...(preview && { preview: asJson<PackagePreview>(preview) }),
    })
    .where('org_id', '=', PLATFORM_ORG)
    .where('task_id', '=', taskId)
    .where('state', 'in', typeof states === 'string' ? [states] : states);
};

/** Imports that hold an uploaded file. */
export const openImports = () =>
  qb
    .selectFrom('organisation_tasks')
    .where('org_id', '=', PLATFORM_ORG)
    .where('kind', '=', 'import')
    .where('state', 'in', ['uploading', 'checking', 'checked', 'working', 'imported'])
    .select('task_id');

/** The proposed erasure of an organisation. */
export const proposedErasure = (aboutOrg: string) =>
  qb
    .selectFrom('organisation_tasks')
    .where('org_id', '=', PLATFORM_ORG)
    .where('about_org', '=', aboutOrg)
    .where('state', '=', 'proposed')
    .select('task_id');

/** Takes back the proposed erasure of an organisation that is in service again. */
export const withdrawProposal = (aboutOrg: string, refusal: FixedReason, at: string) =>
  qb
    .updateTable('organisation_tasks')
    .set({ state: 'refused', refusal, decided_at: at, ended_at: at })
    .where('org_id', '=', PLATFORM_ORG)
    .where('about_org', '=', aboutOrg)
    .where('state', '=', 'proposed');

/**
 * Marks an erasure in the transaction that deletes the rows, as the owner of the tables. @throws Error where the task
 * is in another state; everything is rolled back
 */
export async function markErased(run: AdminRun, taskId: string, facts: object): Promise<void> {
  const marked = await run(
    `update organisation_tasks set state = 'erased', progress = 100, facts = $3::jsonb
     where org_id = $1 and task_id = $2 and state = 'working' returning 1`,
    [PLATFORM_ORG, taskId, JSON.stringify(facts)],
  );
  if (marked.length === 0) throw new Error(`task ${taskId} is not at work any more`);
}

/**
 * Marks an import in the transaction that inserts the rows, as the owner of the tables. @throws Error where the task is
 * in another state; everything is rolled back
 */
export async function markImported(run: AdminRun, taskId: string, facts: object): Promise<void> {
  const marked = await run(
    `update organisation_tasks set state = 'imported', progress = 99, facts = $3::jsonb
     where org_id = $1 and task_id = $2 and state = 'working' returning 1`,
    [PLATFORM_ORG, taskId, JSON.stringify(facts)],
  );
  if (marked.length === 0) throw new Error(`task ${taskId} is not at work any more`);
}

/** Operators who can sign in, at most two. */
export const someOperators = () =>
  qb
    .selectFrom('memberships as m')
    .innerJoin('accounts as a', 'a.user_id', 'm.user_id')
    .where('m.org_id', '=', PLATFORM_ORG)
    .where('m.identity', '=', IDENTITY.operator)
    .where('a.enabled', '=', true)
    .select('m.user_id')
    .distinct()
    .limit(2);

const isWorkingWithoutJob = () =>
  qb
    .updateTable('organisation_tasks')
    .where('org_id', '=', PLATFORM_ORG)
    .where('state', 'in', ['checking', 'working'])
    .where(({ not }) => not(hasJob(PLATFORM_ORG, sql.ref('organisation_tasks.task_id'))));

/** Ends tasks whose job is gone. */
export const failDead = (problem: FixedReason, at: string) =>
  isWorkingWithoutJob().set({ state: 'failed', problem, ended_at: at, sealed_key: null }).returning('task_id');

/** Ends the time of files that are overdue. */
export const expireFiles = (now: string) =>
  qb
    .updateTable('organisation_tasks')
    .set({ state: 'expired', sealed_key: null })
    .where('org_id', '=', PLATFORM_ORG)
    .where('state', 'in', ['ready', 'uploading', 'checked'])
    .where('file_until', '<=', now)
    .returning('task_id');

export const insertPart = (part: Omit<OrganisationTaskPartsTable, 'org_id'>) =>
  qb.insertInto('organisation_task_parts').values({ ...part, org_id: PLATFORM_ORG });
export const partsOf = (taskId: string) =>
  qb
    .selectFrom('organisation_task_parts')
    .where('org_id', '=', PLATFORM_ORG)
    .where('task_id', '=', taskId)
    .select(['part', 'object_key', 'size'])
    .orderBy('part');
export const deletePart = (taskId: string, part: number) =>
  qb
    .deleteFrom('organisation_task_parts')
    .where('org_id', '=', PLATFORM_ORG)
    .where('task_id', '=', taskId)
    .where('part', '=', part)
    .returning('object_key');
/** Removes the parts of tasks. Returns the keys of their objects. */
export const deleteParts = (taskIds: readonly string[]) =>
  qb
    .deleteFrom('organisation_task_parts')
    .where('org_id', '=', PLATFORM_ORG)
    .where(sql<boolean>`task_id = any(${[...taskIds]}::text[])`)
    .returning('object_key');
