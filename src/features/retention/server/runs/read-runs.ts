import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { RowOf } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Item, Run } from '../../contract.ts';
import { BLOCKERS, ITEM, RETENTION_KINDS, RUN } from '../../rules.ts';
import * as store from '../queries/runs.ts';
import { assess, type Assessed } from './assess.ts';

/** Where the texts of a list are encrypted. */
export const reasonAt = (runId: string) => ({ table: 'erasure_runs', row: runId, field: 'reason' });
export const refusalAt = (runId: string) => ({ table: 'erasure_runs', row: runId, field: 'refusal' });

type StoredRun = RowOf<ReturnType<typeof store.runOf>>;
type Counted = RowOf<ReturnType<typeof store.itemCounts>>;

const PENDING: readonly number[] = [ITEM.listed, ITEM.moving, ITEM.quarantined, ITEM.restored, ITEM.erased];

function numbersOf(counts: readonly Counted[]) {
  const of = (statuses: readonly number[]) =>
    counts.filter(({ status }) => statuses.includes(status)).reduce((sum, { n }) => sum + n, 0);
  return {
    students: of(PENDING),
    total: counts.filter(({ status }) => PENDING.includes(status)).reduce((sum, { total }) => sum + total, 0),
    untouched: of([ITEM.untouched]),
    quarantined: of([ITEM.moving, ITEM.quarantined]),
    restored: of([ITEM.restored]),
    erased: of([ITEM.erased]),
  };
}

/** What a waiting list would touch now. */
function liveNumbers(assessed: readonly Assessed[]) {
  const touched = assessed.filter(({ why }) => why.length === 0);
  return {
    students: touched.length,
    total: touched.reduce((sum, { total }) => sum + total, 0),
    untouched: assessed.length - touched.length,
  };
}

async function present(ctx: OrgContext, stored: StoredRun, counts: readonly Counted[]): Promise<Run> {
  const { orgId } = ctx.actor;
  const ring = await ctx.services.keys.ring(orgId);
  const { run_id, status, proposed_at, decider, decided_at, refusal, erase_after, ended_at } = stored;
  const live = status === RUN.proposed ? liveNumbers(await assess(ctx, run_id)) : {};
  return {
    run_id,
    status,
    reason: ring.decryptText(stored.reason, reasonAt(run_id)),
    proposed_by_name: stored.proposer ?? '',
    proposed_at,
    own: stored.proposed_by === ctx.caller.userId,
    ...numbersOf(counts.filter((one) => one.run_id === run_id)),
    ...live,
    ...(decided_at !== null && { decided_at, decided_by_name: decider ?? '' }),
    ...(refusal !== null && { refusal: ring.decryptText(refusal, refusalAt(run_id)) }),
    ...(erase_after !== null && { erase_after }),
    ...(ended_at !== null && { ended_at }),
  };
}

export async function readRuns(ctx: OrgContext, { page = 1, size = 20 }: { page?: number; size?: number }) {
  const { orgId } = ctx.actor;
  const [stored, [count]] = await ctx.read([
    store.runsOf(orgId, { limit: size, offset: (page - 1) * size }),
    store.countRuns(orgId),
  ]);
  const [counts] = await ctx.read([
    store.itemCounts(
      orgId,
      stored.map(({ run_id }) => run_id),
    ),
  ]);
  const items: Run[] = [];
  for (const one of stored) items.push(await present(ctx, one, counts));
  return { total: count?.n ?? 0, items };
}

/** @throws AppError PSY_NOT_FOUND */
export async function readRun(ctx: OrgContext, runId: string): Promise<Run> {
  const { orgId } = ctx.actor;
  const [[stored], counts] = await ctx.read([store.runOf(orgId, runId), store.itemCounts(orgId, [runId])]);
  if (!stored) throw new AppError('PSY_NOT_FOUND');
  return present(ctx, stored, counts);
}

/** The students of a list: of one that waits, as they are now. */
export async function allItems(ctx: OrgContext, runId: string): Promise<Item[]> {
  const { orgId } = ctx.actor;
  const [[stored], rows] = await ctx.read([store.runOf(orgId, runId), store.itemsOf(orgId, runId)]);
  if (!stored) throw new AppError('PSY_NOT_FOUND');
  const now = new Map(
    (stored.status === RUN.proposed ? await assess(ctx, runId) : []).map((one) => [one.childId, one] as const),
  );
  return rows.map((row) => {
    const live = now.get(row.subject_id);
    const status = live && (live.why.length > 0 ? ITEM.untouched : ITEM.listed);
    const kinds = live?.kinds ?? row.kinds;
    const why = live?.why ?? row.why;
    return {
      child_id: row.subject_id,
      ...(row.child_name !== null && { child_name: row.child_name }),
      ...(row.student_no !== null && { student_no: row.student_no }),
      kinds: RETENTION_KINDS.filter((kind) => kinds.some((one) => one === kind)),
      status: status ?? row.status,
      why: BLOCKERS.filter((blocker) => why.some((one) => one === blocker)),
      total: live?.total ?? row.total,
      held: row.held,
      ...(row.changed_at !== null && { changed_at: row.changed_at }),
      ...(row.changed_by_name !== null && { changed_by_name: row.changed_by_name }),
    };
  });
}

export async function readItems(
  ctx: OrgContext,
  runId: string,
  { page = 1, size = 20, touched }: { page?: number; size?: number; touched?: boolean },
): Promise<{ total: number; items: Item[] }> {
  const all = (await allItems(ctx, runId)).filter(
    ({ status }) => touched === undefined || touched === (status !== ITEM.untouched),
  );
  return { total: all.length, items: all.slice((page - 1) * size, page * size) };
}
