import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import { PLATFORM_ORG } from '../../../../platform/context/server/platform-org.ts';
import type { JobContext } from '../../../../platform/jobs/server/kinds.ts';
import { removeStrays } from '../../../../platform/media/server/strays.ts';
import { nowIso } from '../../../../platform/runtime/server/clock.ts';
import { StartError } from '../../../../platform/runtime/server/start-error.ts';
import { operatorAuditor, operatorOfJob } from '../platform-log.ts';
import { changeTask, taskOf } from '../queries/tasks.ts';
import { dropParts } from './parts-of-file.ts';

/** Ends a task with a reason, in the log of the platform too, and removes what it has stored. */
export async function endFailed(context: JobContext, problem: string): Promise<void> {
  const { services, job, tenant } = context;
  const by = await operatorOfJob(context);
  const [[task]] = await services.db.read(tenant, [taskOf(job.subject)]);
  if (!task) return;
  const left = await context.commit(async (tx) => {
    const end = { state: 'failed', problem, ended_at: nowIso(services.clock), sealed_key: null } as const;
    if ((await tx.run(changeTask(job.subject, ['checking', 'working'], end))) === 0) return [];
    await audit(tx, operatorAuditor(services, by, PLATFORM_ORG), {
      act: task.kind,
      resource: 'organisation',
      rowId: task.about_org,
      rowLabel: task.about_name,
      after: { failed: true },
    });
    return dropParts(tx, services, [job.subject]);
  });
  await removeStrays(services, PLATFORM_ORG, left);
}

/**
 * Runs the work of a task. What an operator can mend ends it with its text and is not tried again.
 *
 * @param end Ends the task
 */
export async function withProblem<T>(
  context: JobContext,
  work: () => Promise<T>,
  end: (context: JobContext, problem: string) => Promise<void> = endFailed,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StartError) || context.signal.aborted) throw error;
    await end(context, error.message);
    return undefined;
  }
}
