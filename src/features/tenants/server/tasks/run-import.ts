import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import { PLATFORM_ORG } from '../../../../platform/context/server/platform-org.ts';
import { ORG_TOPIC } from '../../../../platform/identity/server/revocation.ts';
import type { JobContext, JobKind } from '../../../../platform/jobs/server/kinds.ts';
import { removeStrays } from '../../../../platform/media/server/strays.ts';
import { isoTime, nowIso } from '../../../../platform/runtime/server/clock.ts';
import { StartError } from '../../../../platform/runtime/server/start-error.ts';
import { SCHEMA_TOPIC } from '../../../../platform/schema/server/follow.ts';
import { MISSED } from '../../../../platform/state/server/shared-state.ts';
import type { FixedReason } from '../../rules.ts';
import { tableTitle } from '../../table-titles.ts';
import { WrongKey, type UploadedPackage } from '../organisation-packages.ts';
import { operatorAuditor, operatorOfJob } from '../platform-log.ts';
import { changeTask, exportsAtWork, foldersAtWork, markImported, partsOf, taskOf } from '../queries/tasks.ts';
import { endFailed, withProblem } from './end-task.ts';
import { CHECK, IMPORT } from './kinds.ts';
import { dropParts, rangesOf } from './parts-of-file.ts';
import type { StoredTask } from './read-tasks.ts';
import { keyPurpose } from './take-key.ts';

const DAY_MS = 86_400_000;
/** How long a checked package waits for its confirmation. */
const KEPT_MS = 3 * DAY_MS;
/** Progress is stored as often at most; milliseconds. */
const REPORT_MS = 1000;
/** An export reads every table for minutes, and an import would wait for one of them. */
const PAUSE_MS = 60_000;

const entryOf = ({ about_org, about_name }: StoredTask) => ({
  act: 'import',
  resource: 'organisation',
  rowId: about_org,
  rowLabel: about_name,
});

async function readStored({ services, job, tenant }: JobContext): Promise<StoredTask | undefined> {
  const [[task]] = await services.db.read(tenant, [taskOf(job.subject)]);
  return task;
}

/** Stores how far a task is, in percent, now and then. */
function reporting(context: JobContext, state: 'checking' | 'working'): (percent: number) => Promise<void> {
  const { services, job, signal } = context;
  let reported = services.clock.now();
  return async (percent) => {
    signal.throwIfAborted();
    const now = services.clock.now();
    if (now - reported < REPORT_MS) return;
    reported = now;
    await context.commit((tx) => tx.run(changeTask(job.subject, state, { progress: Math.floor(percent) })));
  };
}

async function uploaded(context: JobContext, task: StoredTask): Promise<UploadedPackage> {
  const { services, tenant } = context;
  const { task_id: id, sealed_key } = task;
  if (sealed_key === null) throw new Error(`task ${id} has no key`);
  const [parts, atWork] = await services.db.read(tenant, [partsOf(id), foldersAtWork()]);
  return {
    name: id,
    others: atWork.flatMap(({ task_id }) => (task_id === id ? [] : [task_id])),
    size: task.file_size ?? 0,
    read: rangesOf(services, id, parts),
    key: Buffer.from(await services.installation.decrypt(keyPurpose(id), sealed_key), 'hex'),
    onProgress: reporting(context, task.state === 'checking' ? 'checking' : 'working'),
  };
}

/** The file stays, so that another key can be tried without a second upload. */
async function askForKey(context: JobContext, problem: string): Promise<void> {
  const { job } = context;
  const again = { state: 'uploading', problem, sealed_key: null, progress: 100 } as const;
  await context.commit((tx) => tx.run(changeTask(job.subject, 'checking', again)));
}

/** Opens an uploaded package and says what it holds and what stands against its import. Nothing is written. */
async function check(context: JobContext): Promise<void> {
  const { services, job } = context;
  const task = await readStored(context);
  if (task?.state !== 'checking') return;
  try {
    const { tables, ...found } = await services.packages.inspect(services, await uploaded(context, task));
    const preview = {
      ...found,
      tables: Object.entries(tables)
        .map(([name, rows]) => ({ name, title: tableTitle(name), rows }))
        .toSorted((a, b) => b.rows - a.rows || a.name.localeCompare(b.name)),
    };
    await context.commit((tx) =>
      tx.run(
        changeTask(job.subject, 'checking', {
          state: 'checked',
          progress: 100,
          preview,
          about_org: found.org_id,
          about_name: found.org_name,
          file_until: isoTime(services.clock.now() + KEPT_MS),
        }),
      ),
    );
  } catch (error) {
    if (!(error instanceof WrongKey)) throw error;
    await askForKey(context, error.message);
  }
}

/** Verifies the operation log in its new place, says in the platform's chain that all is there, and ends the task. */
async function finish(context: JobContext, task: StoredTask): Promise<void> {
  const { services, job } = context;
  const by = await operatorOfJob(context);
  // The run that inserted the rows may have died before other processes heard of it.
  await services.state.publish(ORG_TOPIC, task.about_org);
  await services.state.publish(SCHEMA_TOPIC, MISSED);
  const problem = await services.packages.verifyImported(services, task.about_org, task.facts).then(
    () => null,
    (error: unknown) => {
      if (error instanceof StartError) return error.message;
      throw error;
    },
  );
  const left = await context.commit(async (tx) => {
    const state = problem === null ? 'done' : 'failed';
    const end = { state, problem, progress: 100, ended_at: nowIso(services.clock), sealed_key: null } as const;
    if ((await tx.run(changeTask(job.subject, 'imported', end))) === 0) return [];
    await audit(tx, operatorAuditor(services, by, PLATFORM_ORG), {
      ...entryOf(task),
      after: { ...task.facts, finished: true, ...(problem !== null && { failed: true }) },
    });
    return dropParts(tx, services, [job.subject]);
  });
  await removeStrays(services, PLATFORM_ORG, left);
}

/**
 * Imports the package of a task. The transaction that inserts the rows also marks the task, so that a process that dies
 * leaves everything or nothing: another one begins again, or goes on with the end.
 */
async function takeIn(context: JobContext): Promise<{ at: string } | void> {
  const { services, job, tenant } = context;
  let task = await readStored(context);
  if (task?.state === 'working') {
    const [[reading]] = await services.db.read(tenant, [exportsAtWork()]);
    if (reading) return { at: isoTime(services.clock.now() + PAUSE_MS) };
    await services.packages.takeIn(services, await uploaded(context, task), {
      orgId: task.about_org,
      renamesTaken: task.renames_taken,
      mark: (run, facts) => markImported(run, job.subject, facts),
    });
    task = await readStored(context);
  }
  if (task?.state === 'imported') await finish(context, task);
  return undefined;
}

export const checkJob: JobKind = {
  name: CHECK,
  slots: 1,
  leaseMs: 120_000,
  maxAttempts: 3,
  maxCrashes: 2,
  run: (context) => withProblem(context, () => check(context)),
  giveUp: (context) => endFailed(context, 'not_checked' satisfies FixedReason),
};

const NOTHING_IMPORTED: FixedReason = 'not_imported';

/** Nothing was imported. The checked package stays, so that it can be tried again without a second upload. */
async function endUnimported(context: JobContext, problem: string): Promise<void> {
  const { services, job } = context;
  const by = await operatorOfJob(context);
  const task = await readStored(context);
  if (!task) return;
  await context.commit(async (tx) => {
    const end = { state: 'checked', progress: 100, problem } as const;
    if ((await tx.run(changeTask(job.subject, 'working', end))) === 0) return;
    await audit(tx, operatorAuditor(services, by, PLATFORM_ORG), { ...entryOf(task), after: { failed: true } });
  });
}

export const importJob: JobKind = {
  name: IMPORT,
  slots: 1,
  // No lease can be renewed while all tables are locked, so it must last longer than the insertion.
  leaseMs: 120_000,
  maxAttempts: 8,
  maxCrashes: 5,
  run: (context) => withProblem(context, () => takeIn(context), endUnimported),
  giveUp: async (context) => {
    const task = await readStored(context);
    return task?.state === 'imported' ? finish(context, task) : endUnimported(context, NOTHING_IMPORTED);
  },
};
