import type { OrgContext } from '../../context/server/context.ts';
import { withActor } from '../../context/server/make-context.ts';
import type { Database, Statement } from '../../db/server/database.ts';
import { isRetryable } from '../../db/server/errors.ts';
import { AppError } from '../../errors/app-error.ts';
import { LeaseLost, type JobContext } from '../../jobs/server/kinds.ts';
import { currentActor } from '../../jobs/server/requester.ts';
import type { ResourceHooks } from '../../resources/server/hooks.ts';
import { resolveResource, type ScopedResource } from '../../resources/server/reading.ts';
import { nowIso } from '../../runtime/server/clock.ts';
import { SchemaMoved } from '../../schema/server/under-schema.ts';
import { UnusableFile } from '../../sheets/server/messages.ts';
import { countImport, moveImport, type Counts, type ImportStatus } from './queries/imports.ts';

/** One import at work. */
export interface Job {
  ctx: OrgContext;
  hooks: ResourceHooks;
  resource: string;
  importId: string;
  /** The run of the job. */
  run: JobContext;
}

/** Kind of the jobs that read, write or undo an import; the import's status decides which. */
export const IMPORT_JOB = 'import';

/** Lines that are read, written or undone in one transaction. A limit keeps transactions short for other users. */
export const BATCH = 250;

/** Message of an import that ends because its owner has lost the role or the right. */
export const NO_RIGHT = '您的角色或权限已经变化，导入中断了';
/** The reason to show where the rights of the owner are not what they were. */
export const reasonOf = ({ code, message }: AppError): string =>
  code === 'PSY_SERVICE_ACCOUNT_ENDED' ? `${message}。导入中断了` : NO_RIGHT;

const STOPPING = '服务器正在停止，导入中断了';

/** Work that stops early, and the reason to show; `undefined` where the owner requested the stop. */
export class Stopped extends Error {
  readonly problem: string | undefined;
  constructor(problem?: string) {
    super(problem ?? 'stop requested');
    this.problem = problem;
  }
}

/**
 * The resource in the caller's current scope. Stops the import if the caller has lost the role or its rights while it
 * runs.
 *
 * @throws Stopped
 */
export async function requireStillAllowed({
  ctx,
  hooks,
  resource,
  run: { signal },
}: Job): Promise<{ ctx: OrgContext; reached: ScopedResource }> {
  if (signal.aborted) throw new Stopped(STOPPING);
  const { caller, actor, services } = ctx;
  try {
    const now = withActor(ctx, await currentActor(services, caller, actor));
    const reached = resolveResource(now, resource, hooks);
    if (services.access.decide(now.actor, reached.entity.schema['x-resource'].area, 'import'))
      return { ctx: now, reached };
  } catch (error) {
    throw error instanceof AppError ? new Stopped(reasonOf(error)) : error;
  }
  throw new Stopped(NO_RIGHT);
}

/** The statement that adds to the counts of an import; pass its result to `checkContinue`. */
export const counted = ({ ctx, importId }: Job, status: ImportStatus, counts: Partial<Counts>) =>
  countImport(ctx.actor.orgId, importId, status, counts);

/** @throws Stopped where a stop was requested, or the import has ended meanwhile */
export function checkContinue([row]: readonly { stop: boolean }[]): void {
  if (!row || row.stop) throw new Stopped();
}

/** The states of an import that does not finish normally. */
export interface Ends {
  asked: ImportStatus;
  broken: ImportStatus;
  text: string;
  drop?: readonly Statement[];
}

/** Runs the work and saves its final state, unless another process has taken the job over. */
export async function runToEnd(
  run: JobContext,
  status: ImportStatus,
  ends: Ends,
  work: () => Promise<void>,
): Promise<void> {
  const end = async (to: ImportStatus, problem: string | null) => {
    const dropped = to === 'refused' || to === 'cancelled';
    const ended = { status: to, problem, stop: false, finished_at: nowIso(run.services.clock) };
    await run.commit((tx) =>
      tx.batch([
        ...(dropped ? (ends.drop ?? []) : []),
        moveImport(run.tenant.orgId ?? '', run.job.subject, [status], { ...ended, ...(dropped && { file: null }) }),
      ]),
    );
  };
  try {
    await work();
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    // An abort while the process stops may cause any kind of error.
    if (error instanceof Stopped || run.signal.aborted) {
      const problem = error instanceof Stopped ? error.problem : STOPPING;
      await end(problem === undefined ? ends.asked : ends.broken, problem ?? null);
    } else if (error instanceof UnusableFile || error instanceof SchemaMoved) await end(ends.broken, error.message);
    else {
      await end(ends.broken, ends.text).catch(() => undefined);
      throw error;
    }
  }
}

/** Attempts before a retryable error is final: two users who import the same rows in different order can deadlock. */
const TRIES = 4;

/** Tries items together. A refused group is split in halves until the items that are refused alone are known. */
export async function inHalves<T>(
  items: readonly T[],
  attempt: (items: readonly T[]) => Promise<void>,
  tries = TRIES,
): Promise<{ item: T; error: AppError }[]> {
  try {
    if (items.length > 0) await attempt(items);
    return [];
  } catch (error) {
    if (isRetryable(error) && tries > 1) return inHalves(items, attempt, tries - 1);
    if (!(error instanceof AppError) || error instanceof SchemaMoved) throw error;
    const [item] = items;
    if (items.length === 1 && item !== undefined) return [{ item, error }];
    const half = Math.ceil(items.length / 2);
    return [...(await inHalves(items.slice(0, half), attempt)), ...(await inHalves(items.slice(half), attempt))];
  }
}

export const batchesOf = <T>(items: readonly T[], size = BATCH): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));

/**
 * Maximum concurrent transactions of one job: while the server executes one, the next is prepared. The embedded engine
 * executes one at a time.
 */
export const concurrencyOf = ({ kind }: Pick<Database, 'kind'>): number => (kind === 'server' ? 2 : 1);

/**
 * Processes batches in order with limited concurrency, while the next batch is being loaded. After a failure no other
 * batch starts; the error is thrown when the running ones have ended.
 *
 * @param most Maximum concurrency of an item; one where the item must wait for all earlier items and block all later
 *   ones
 */
export async function runConcurrently<T>(
  items: Iterable<T> | AsyncIterable<T>,
  most: (item: T) => number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const under = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let before = Infinity;
  try {
    for await (const item of items) {
      const many = most(item);
      while (under.size >= Math.min(many, before)) await Promise.race(under);
      if (failures.length > 0) break;
      before = many;
      const one: Promise<void> = work(item)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => under.delete(one));
      under.add(one);
    }
  } finally {
    await Promise.all(under);
  }
  if (failures.length > 0) throw failures[0];
}
