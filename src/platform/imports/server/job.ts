import type { OrgContext } from '../../context/server/context.ts';
import { withActor } from '../../context/server/make-context.ts';
import type { Database, Statement } from '../../db/server/database.ts';
import { isRetryable } from '../../db/server/errors.ts';
import { AppError } from '../../errors/app-error.ts';
import { LeaseLost, type JobContext } from '../../jobs/server/kinds.ts';
import type { ResourceHooks } from '../../resources/server/hooks.ts';
import { reach, type Reached } from '../../resources/server/reading.ts';
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
  /** The run that it is done in. */
  run: JobContext;
}

/** Kind of the jobs that read, write and undo imports: which of these follows from the import's status. */
export const IMPORT_JOB = 'import';

/** Lines that are read, written or undone in one transaction: others get their turn in between. */
export const PIECE = 250;

/** Why an import ends whose person has lost the role or the right. */
export const NO_RIGHT = '您的角色或权限已经变化，导入中断了';
const STOPPING = '服务器正在停止，导入中断了';

/** Work that ends before its end, and why, for whoever reads it; `undefined` where they asked for it themselves. */
export class Stopped extends Error {
  readonly problem: string | undefined;
  constructor(problem?: string) {
    super(problem ?? 'asked to stop');
    this.problem = problem;
  }
}

/**
 * The resource as the caller reaches it now: whoever loses the role or its rights while their import runs goes no
 * further.
 *
 * @throws Stopped
 */
export async function stillMay({
  ctx,
  hooks,
  resource,
  run: { signal },
}: Job): Promise<{ ctx: OrgContext; reached: Reached }> {
  if (signal.aborted) throw new Stopped(STOPPING);
  const {
    caller,
    actor,
    services: { access },
  } = ctx;
  try {
    const claim = { orgId: actor.orgId, orgType: String(actor.orgType), roleId: String(actor.roleId) };
    const now = withActor(ctx, await access.resolveActor(caller.userId, claim));
    const reached = reach(now, resource, hooks);
    if (access.decide(now.actor, reached.entity.schema['x-resource'].area, 'import')) return { ctx: now, reached };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  throw new Stopped(NO_RIGHT);
}

/** The statement that counts what a piece has done; its answer goes to `goOn`. */
export const counted = ({ ctx, importId }: Job, status: ImportStatus, counts: Partial<Counts>) =>
  countImport(ctx.actor.orgId, importId, status, counts);

/** @throws Stopped where somebody asked to stop, or the import has been ended meanwhile */
export function goOn([row]: readonly { stop: boolean }[]): void {
  if (!row || row.stop) throw new Stopped();
}

/** What an import becomes that does not come to its end by itself. */
export interface Ends {
  asked: ImportStatus;
  broken: ImportStatus;
  text: string;
  drop?: readonly Statement[];
}

/** Runs work to its end, whatever that is, and writes down which, unless another process has taken it over. */
export async function perform(
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
    // What is cut off when the process stops may fail in any way.
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

/**
 * How often work is tried again that somebody else's stood in the way of: two who import the same rows in different
 * order wait for each other.
 */
const TRIES = 4;

/** Tries items together, and where that is refused in halves, down to the ones that are refused alone. */
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

export const pieces = <T>(items: readonly T[], size = PIECE): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));

/**
 * How many transactions of one job are under way at most: while a server does one, the next is made ready. The embedded
 * engine does one at a time, for all.
 */
export const abreastOn = ({ kind }: Pick<Database, 'kind'>): number => (kind === 'server' ? 2 : 1);

/**
 * Does pieces in their order, some at once; the one behind those is brought meanwhile. Where one fails no other is
 * begun; it is thrown when those under way have ended.
 *
 * @param most How many at once; one where a piece comes after all before it, and before all behind
 */
export async function abreast<T>(
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
