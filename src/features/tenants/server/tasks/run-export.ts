import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import { PLATFORM_ORG } from '../../../../platform/context/server/platform-org.ts';
import type { JobContext, JobKind } from '../../../../platform/jobs/server/kinds.ts';
import { removeStrays } from '../../../../platform/media/server/strays.ts';
import { isoTime } from '../../../../platform/runtime/server/clock.ts';
import { StartError } from '../../../../platform/runtime/server/start-error.ts';
import { ZIP_LIMITS, zipped } from '../../../../platform/sheets/server/zip-stream.ts';
import type { FixedReason } from '../../rules.ts';
import type { PackedOrganisation } from '../organisation-packages.ts';
import { operatorAuditor, operatorOfJob } from '../platform-log.ts';
import { changeTask, foldersAtWork, taskOf } from '../queries/tasks.ts';
import { endFailed, withProblem } from './end-task.ts';
import { EXPORT } from './kinds.ts';
import { dropParts, storeParts } from './parts-of-file.ts';
import type { StoredTask } from './read-tasks.ts';
import { keyPurpose } from './take-key.ts';

const DAY_MS = 86_400_000;
/** How long a package can be downloaded. */
const KEPT_MS = 3 * DAY_MS;
/** Percent of the task until all rows are read; the rest is storing. */
const READ_PERCENT = 50;
/** Progress is stored as often at most; milliseconds. */
const REPORT_MS = 1000;

/** Reports the tables that are read. Not on the embedded engine, whose one connection is reading. */
function reporting(context: JobContext): ((done: number, total: number) => Promise<void>) | undefined {
  const { services, job, signal } = context;
  if (services.db.kind === 'embedded') return undefined;
  let reported = services.clock.now();
  return async (done, total) => {
    signal.throwIfAborted();
    const now = services.clock.now();
    if (now - reported < REPORT_MS) return;
    reported = now;
    const progress = Math.floor((READ_PERCENT * done) / total);
    await context.commit((tx) => tx.run(changeTask(job.subject, 'working', { progress })));
  };
}

async function finish(
  context: JobContext,
  task: StoredTask,
  packed: PackedOrganisation,
  file: { size: number; sha256: string },
): Promise<void> {
  const { services, job } = context;
  const by = await operatorOfJob(context);
  const sealed_key = await services.installation.encrypt(
    keyPurpose(job.subject),
    Buffer.from(packed.key).toString('hex'),
  );
  const now = services.clock.now();
  await context.commit(async (tx) => {
    const done = {
      state: 'ready',
      progress: 100,
      facts: packed.facts,
      ended_at: isoTime(now),
      file_size: file.size,
      file_sha256: file.sha256,
      file_until: isoTime(now + KEPT_MS),
      sealed_key,
    } as const;
    if ((await tx.run(changeTask(job.subject, 'working', done))) === 0) return;
    await audit(tx, operatorAuditor(services, by, PLATFORM_ORG), {
      act: 'export',
      resource: 'organisation',
      rowId: task.about_org,
      rowLabel: task.about_name,
      after: { reason: task.reason, ...packed.facts, sha256: file.sha256, finished: true },
    });
  });
}

/** @throws StartError where the package is larger than a ZIP that every program can read */
function requireZippable({ entries, size, facts }: Pick<PackedOrganisation, 'entries' | 'size' | 'facts'>): void {
  if (entries <= ZIP_LIMITS.entries && size <= ZIP_LIMITS.bytes) return;
  throw new StartError(
    `数据包有 ${entries} 个文件，其中附件 ${facts.objects} 个，共 ${(size / 1e9).toFixed(1)} GB，超过网页下载的上限（${ZIP_LIMITS.entries} 个文件、${ZIP_LIMITS.bytes / 1e9} GB）：请管理服务器的人员在服务器上运行 npm run org -- export`,
  );
}

/** Packs an organisation and stores the package in parts. After a crash it begins again, with a new key. */
async function pack(context: JobContext): Promise<void> {
  const { services, job, tenant } = context;
  const { subject: taskId } = job;
  const [[task]] = await services.db.read(tenant, [taskOf(taskId)]);
  if (task?.state !== 'working') return;
  const left = await context.commit((tx) => dropParts(tx, services, [taskId]));
  await removeStrays(services, PLATFORM_ORG, left);
  const [atWork] = await services.db.read(tenant, [foldersAtWork()]);
  const packed = await services.packages.pack(services, task.about_org, {
    name: taskId,
    others: atWork.flatMap(({ task_id }) => (task_id === taskId ? [] : [task_id])),
    onTable: reporting(context),
  });
  try {
    requireZippable(packed);
    const whole = Math.max(1, packed.size);
    const file = await storeParts(
      context,
      taskId,
      zipped(packed.files()),
      (stored) => READ_PERCENT + Math.min(49, Math.floor(((100 - READ_PERCENT) * stored) / whole)),
    );
    await finish(context, task, packed, file);
  } finally {
    await packed.remove();
  }
}

export const exportJob: JobKind = {
  name: EXPORT,
  slots: 1,
  leaseMs: 120_000,
  maxAttempts: 3,
  maxCrashes: 2,
  run: (context) => withProblem(context, () => pack(context)),
  giveUp: (context) => endFailed(context, 'not_packed' satisfies FixedReason),
};
