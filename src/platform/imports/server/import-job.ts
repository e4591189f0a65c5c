import type { OrgContext } from '../../context/server/context.ts';
import { AppError } from '../../errors/app-error.ts';
import type { JobContext, JobKind } from '../../jobs/server/kinds.ts';
import { contextFor } from '../../jobs/server/requester.ts';
import { nowIso } from '../../runtime/server/clock.ts';
import { IMPORT_JOB, reasonOf, runToEnd, Stopped, type Ends, type Job } from './job.ts';
import { preview } from './preview.ts';
import { deleteFileRows } from './queries/import-rows.ts';
import { importById, moveImport, type ImportStatus } from './queries/imports.ts';
import { DEAD } from './state.ts';
import { undo } from './undo.ts';
import { write } from './write.ts';

/** The work of each import status. */
const PHASES: Partial<Record<ImportStatus, Ends & { work: (job: Job) => Promise<void> }>> = {
  reading: { work: preview, asked: 'cancelled', broken: 'refused', text: '读取时出了问题，请重新上传' },
  writing: {
    work: write,
    asked: 'stopped',
    broken: 'stopped',
    text: '写入时出了问题：已写入的行都有记录，可以继续写入，也可以撤销',
  },
  undoing: { work: undo, asked: 'stopped', broken: 'stopped', text: '撤销时出了问题，没有做完：可以再次撤销余下的行' },
};

async function factsOf({ job, services, tenant }: JobContext) {
  const [[facts]] = await services.db.read(tenant, [importById(tenant.orgId ?? '', job.subject)]);
  return facts;
}

/** @throws Stopped where the requester has lost the role */
async function requesterContext(run: JobContext): Promise<OrgContext> {
  const { requester } = await run.request();
  try {
    return await contextFor(run.services, run.tenant.orgId ?? '', requester);
  } catch (error) {
    throw error instanceof AppError ? new Stopped(reasonOf(error)) : error;
  }
}

async function run(context: JobContext): Promise<void> {
  const { job, services, tenant } = context;
  const orgId = tenant.orgId ?? '';
  const facts = await factsOf(context);
  const phase = facts && PHASES[facts.status];
  if (!phase) return;
  const { resource, import_id: importId, status } = facts;
  const drop = [deleteFileRows(orgId, job.subject)];
  await runToEnd(context, status, { ...phase, drop }, async () => {
    const ctx = await requesterContext(context);
    const hooks = services.resources.hooksFor(services.schemas.entity(orgId, resource).schema);
    await phase.work({ ctx, hooks, resource, importId, run: context });
  });
}

/** After a crash an import stops where it was; its owner decides whether to continue or to undo it. */
async function giveUp(context: JobContext): Promise<void> {
  const { job, services, tenant } = context;
  const facts = await factsOf(context);
  const dead = facts && DEAD[facts.status];
  if (!dead) return;
  const change = { ...dead, stop: false, finished_at: nowIso(services.clock) };
  await context.commit((tx) => tx.run(moveImport(tenant.orgId ?? '', job.subject, [facts.status], change)));
}

export const importJob: JobKind = {
  name: IMPORT_JOB,
  slots: 3,
  leaseMs: 60_000,
  maxAttempts: 1,
  maxCrashes: 0,
  run,
  giveUp,
};
