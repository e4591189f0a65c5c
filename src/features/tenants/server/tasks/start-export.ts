import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { isUniqueViolation } from '../../../../platform/db/server/errors.ts';
import { newId } from '../../../../platform/db/server/ids.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { requesterOf } from '../../../../platform/jobs/server/requester.ts';
import { operatorAuditor, operatorIn, withPlatformEntry } from '../platform-log.ts';
import { organisationOf } from '../queries/organisations.ts';
import { insertTask, openTaskAbout } from '../queries/tasks.ts';
import { EXPORT } from './kinds.ts';

/**
 * Starts the export of a whole organisation. The logs of the platform and of the organisation say so before anything is
 * read.
 *
 * @returns The id of the task
 * @throws AppError PSY_NOT_FOUND; PSY_TENANT_TASK while another task about the organisation runs
 */
export async function startExport(ctx: OrgContext, orgId: string, reason: string): Promise<string> {
  const { services, actor, caller } = ctx;
  const { db, clock, jobs } = services;
  const tenant = { orgId, userId: null };
  const [[org]] = await db.read(tenant, [organisationOf(orgId)]);
  if (!org) throw new AppError('PSY_NOT_FOUND');
  const [[open]] = await ctx.read([openTaskAbout(orgId)]);
  if (open) throw new AppError('PSY_TENANT_TASK');
  const by = operatorIn(ctx);
  const requester = await requesterOf(ctx);
  const taskId = newId(clock);
  const entry = {
    act: 'export',
    resource: 'organisation',
    rowId: orgId,
    rowLabel: org.org_name,
    after: { reason },
  };
  const start = async () => {
    await db.transaction(tenant, (tx) => audit(tx, operatorAuditor(services, by, orgId), entry));
    await ctx.transaction(async (tx) => {
      await tx.run(
        insertTask({
          task_id: taskId,
          kind: 'export',
          state: 'working',
          about_org: orgId,
          about_name: org.org_name,
          reason,
          requested_by: caller.userId,
          requested_at: ctx.nowIso(),
        }),
      );
      await jobs.add(tx, { kind: EXPORT, orgId: actor.orgId, subject: taskId, request: { requester } });
      tx.afterCommit(() => jobs.wake(EXPORT));
    });
  };
  await withPlatformEntry(services, by, entry, start).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('PSY_TENANT_TASK', { cause: error }) : error;
  });
  return taskId;
}
