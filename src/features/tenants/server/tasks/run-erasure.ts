import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import { PLATFORM_ORG } from '../../../../platform/context/server/platform-org.ts';
import { ORG_TOPIC } from '../../../../platform/identity/server/revocation.ts';
import type { JobContext, JobKind } from '../../../../platform/jobs/server/kinds.ts';
import { isoTime, nowIso } from '../../../../platform/runtime/server/clock.ts';
import type { FixedReason } from '../../rules.ts';
import { logPlatform, operatorAuditor, operatorOfJob } from '../platform-log.ts';
import { changeTask, exportsAtWork, markErased, taskOf } from '../queries/tasks.ts';
import { endFailed, withProblem } from './end-task.ts';
import { ERASE } from './kinds.ts';
import type { StoredTask } from './read-tasks.ts';

const NOTHING_ERASED: FixedReason = 'not_erased';

const entryOf = ({ about_org, about_name }: StoredTask) => ({
  act: 'erase',
  resource: 'organisation',
  rowId: about_org,
  rowLabel: about_name,
});

/** Says in the platform's chain that nothing is left, and ends the task. Both happen once. */
async function finish(context: JobContext, task: StoredTask): Promise<void> {
  const { services, job } = context;
  const by = await operatorOfJob(context);
  await context.commit(async (tx) => {
    const done = { state: 'done', ended_at: nowIso(services.clock) } as const;
    if ((await tx.run(changeTask(job.subject, 'erased', done))) === 0) return;
    await audit(tx, operatorAuditor(services, by, PLATFORM_ORG), {
      ...entryOf(task),
      after: { ...task.facts, finished: true },
    });
  });
  // The run that deleted the rows may have died before other processes heard of it.
  await services.state.publish(ORG_TOPIC, task.about_org);
}

/** An export reads every table for minutes, and one of them would be waited for. */
const PAUSE_MS = 60_000;

/**
 * Erases the organisation of a task. The transaction that deletes the rows also marks the task, so that a process that
 * dies leaves everything or nothing: another one begins again, or goes on with the end.
 */
async function erase(context: JobContext): Promise<{ at: string } | void> {
  const { services, job, tenant } = context;
  const read = async () => (await services.db.read(tenant, [taskOf(job.subject)]))[0][0];
  let task = await read();
  if (task?.state === 'working') {
    const [[reading]] = await services.db.read(tenant, [exportsAtWork()]);
    if (reading) return { at: isoTime(services.clock.now() + PAUSE_MS) };
    const { about_org, about_name, reason } = task;
    const entry = entryOf(task);
    const by = await operatorOfJob(context);
    await services.packages.erase(services, about_org, {
      confirmedName: about_name,
      begin: async (found) => {
        await logPlatform(services, by, { ...entry, before: { ...found }, after: { reason, finished: false } });
        await context.keep();
      },
      mark: (run, proof) => markErased(run, job.subject, proof),
    });
    task = await read();
  }
  if (task?.state === 'erased') await finish(context, task);
  return undefined;
}

export const eraseJob: JobKind = {
  name: ERASE,
  slots: 1,
  // No lease can be renewed while all tables are locked, so it must last longer than the deletion.
  leaseMs: 120_000,
  maxAttempts: 8,
  maxCrashes: 5,
  run: (context) => withProblem(context, () => erase(context)),
  giveUp: async (context) => {
    const [[task]] = await context.services.db.read(context.tenant, [taskOf(context.job.subject)]);
    return task?.state === 'erased' ? finish(context, task) : endFailed(context, NOTHING_ERASED);
  },
};
