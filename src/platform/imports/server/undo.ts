import type { OrgContext } from '../../context/server/context.ts';
import type { FailureDetail } from '../../contract/common.ts';
import type { Tx } from '../../db/server/database.ts';
import { AppError } from '../../errors/app-error.ts';
import { deleteLockedRows } from '../../resources/server/delete-rows.ts';
import type { FlatRow } from '../../resources/server/hooks.ts';
import { validateRows, type PreparedRow } from '../../resources/server/prepare-rows.ts';
import type { ScopedResource } from '../../resources/server/reading.ts';
import { saveRows } from '../../resources/server/save-rows.ts';
import { inWriteTransaction } from '../../resources/server/write-transaction.ts';
import { nowIso } from '../../runtime/server/clock.ts';
import { hasTypeOf, spellingOf } from '../../schema/convert.ts';
import { closedMessage, isClosed } from '../../schema/field-rights.ts';
import { SchemaMoved, underSchema } from '../../schema/server/under-schema.ts';
import { lineCipher, type LineCipher } from './encrypted-lines.ts';
import { runConcurrently, counted, checkContinue, inHalves, requireStillAllowed, type Job } from './job.ts';
import { lineRangesOf } from './line-ranges.ts';
import { addWrong, messagesFor } from './lines.ts';
import { changedSince, lockLines } from './lock-lines.ts';
import { joinsLines, onlyAdds, partsOfBody } from './parts.ts';
import {
  linesToUndo,
  rowsToUndo,
  seeAgain,
  settleFileRows,
  type FileLine,
  type Settled,
} from './queries/import-rows.ts';
import { moveImport } from './queries/imports.ts';
import { seenAgain } from './write-batch.ts';

const settled = (row_no: number, state: 'undone' | 'kept', message?: string): Settled => ({
  row_no,
  state,
  row_id: null,
  before: null,
  seen: null,
  messages: message === undefined ? null : [message],
});

/**
 * Undoes what an import has written: new rows are deleted, changed rows get their previous values. A row that was
 * changed since is kept, with the reason.
 */
export async function undo(job: Job): Promise<void> {
  const {
    actor: { orgId },
    services: { clock },
  } = job.ctx;
  const [lines] = await job.ctx.read([linesToUndo(orgId, job.importId)]);
  // Lines are read under the schema by which they are undone: a change of types meanwhile converts their values.
  await runConcurrently(
    lineRangesOf(job, lines),
    ({ most }) => most,
    (range) =>
      underSchema(job.ctx, async () => {
        const {
          reached: { published },
        } = await requireStillAllowed(job);
        const [stored] = await job.ctx.read([rowsToUndo(orgId, job.importId, range)]);
        const cipher = await lineCipher(job.ctx, job.resource, job.importId);
        let stop: readonly { stop: boolean }[] = [{ stop: false }];
        const refused = await inHalves(stored.map(cipher.open), async (some) => {
          const { ctx, reached } = await requireStillAllowed(job);
          if (reached.published !== published) throw new SchemaMoved();
          stop = await undoBatch(ctx, reached, job, cipher, some);
          await job.hooks.afterCommit?.(
            ctx,
            some.flatMap(({ row_id }) => row_id ?? []),
          );
        });
        if (refused.length > 0) {
          const rows = refused.map(({ item, error }) => settled(item.row_no, 'kept', error.message));
          [, stop] = await job.run.commit((tx) =>
            tx.batch([
              settleFileRows(orgId, job.importId, rows.map(cipher.settled)),
              counted(job, 'undoing', { kept: rows.length }),
            ]),
          );
        }
        checkContinue(stop);
      }),
  );
  await job.run.commit((tx) =>
    tx.run(
      moveImport(orgId, job.importId, ['undoing'], { status: 'undone', problem: null, finished_at: nowIso(clock) }),
    ),
  );
}

/** A line to undo, with its row as it is now. */
interface Undoing {
  line: FileLine;
  now: FlatRow;
}

/** @throws AppError where the lines cannot be undone together */
const undoBatch = (
  ctx: OrgContext,
  reached: ScopedResource,
  job: Job,
  cipher: LineCipher,
  lines: readonly FileLine[],
) =>
  inWriteTransaction({ ctx, reached, hooks: job.hooks }, async (tx) => {
    job.run.guard(tx);
    const { orgId } = reached.tenant;
    const { rows, kept } = await unchangedRows(tx, ctx, reached, lines);
    const created = rows.filter(({ line }) => line.before === null);
    const deleted = await deleteRows(tx, ctx, reached, job, created);
    // What was added to a deleted row was deleted with it.
    const deletedLines = new Set(deleted.filter(({ state }) => state === 'undone').map(({ row_no }) => row_no));
    const deletedRows = new Set(
      created.filter(({ line }) => deletedLines.has(line.row_no)).map(({ line }) => line.row_id),
    );
    const changed = rows.filter(({ line }) => line.before !== null);
    const done = [
      ...kept,
      ...deleted,
      ...changed.filter(({ line }) => deletedRows.has(line.row_id)).map(({ line }) => settled(line.row_no, 'undone')),
      ...(await putBackAll(
        tx,
        ctx,
        reached,
        job,
        changed.filter(({ line }) => !deletedRows.has(line.row_id)),
      )),
    ];
    const undone = done.filter(({ state }) => state === 'undone').length;
    const [, stop] = await tx.batch([
      settleFileRows(orgId, job.importId, done.map(cipher.settled)),
      counted(job, 'undoing', { undone, kept: done.length - undone }),
    ]);
    return stop;
  });

/** Locks the rows of the lines; rows that were changed or deleted since are kept, with the reason. */
async function unchangedRows(
  tx: Tx,
  ctx: OrgContext,
  reached: ScopedResource,
  lines: readonly FileLine[],
): Promise<{ rows: Undoing[]; kept: Settled[] }> {
  const locked = await lockLines(tx, ctx, reached, lines);
  const rows: Undoing[] = [];
  const kept: Settled[] = [];
  for (const line of lines) {
    const now = locked.get(line.row_id ?? '');
    // What the line added to a row is removed, even if the row was changed since.
    const compared = onlyAdds(reached, line.before) ? { ...line, seen: null } : line;
    const late = await changedSince(tx, reached, compared, now);
    if (late !== undefined || !now) kept.push(settled(line.row_no, 'kept', late));
    else rows.push({ line, now });
  }
  return { rows, kept };
}

/** Restores changed rows. Of several lines about one row, each sees the result of the previous one. */
async function putBackAll(
  tx: Tx,
  ctx: OrgContext,
  reached: ScopedResource,
  job: Job,
  rows: readonly Undoing[],
): Promise<Settled[]> {
  const done: Settled[] = [];
  for (let left = rows; left.length > 0;) {
    const first = left.filter(({ line }, i) => left.findIndex((one) => one.line.row_id === line.row_id) === i);
    done.push(...(await putBack(tx, ctx, reached, job, first)));
    const rest = left.filter((one) => !first.includes(one)).map(({ line }) => line);
    const locked = await lockLines(tx, ctx, reached, rest);
    left = rest.flatMap((line) => {
      const now = locked.get(line.row_id ?? '');
      return now ? [{ line, now }] : [];
    });
  }
  return done;
}

const PLACE = /^\/ids\/(\d+)$/;

/** Deletes rows, except those that the resource must keep. */
async function deleteRows(
  tx: Tx,
  ctx: OrgContext,
  reached: ScopedResource,
  job: Job,
  rows: readonly { line: FileLine; now: FlatRow }[],
): Promise<Settled[]> {
  if (rows.length === 0) return [];
  try {
    await deleteLockedRows(
      tx,
      { ctx, reached, hooks: job.hooks },
      rows.map(({ now }) => now),
      rows.map(({ line }) => line.row_id ?? ''),
    );
    return rows.map(({ line }) => settled(line.row_no, 'undone'));
  } catch (error) {
    const reasons = new Map(
      error instanceof AppError
        ? error.details?.map(({ field, message }) => [Number(PLACE.exec(field)?.[1] ?? -1), message])
        : [],
    );
    reasons.delete(-1);
    if (reasons.size === 0) throw error;
    const kept = rows.flatMap(({ line }, i) => (reasons.has(i) ? [settled(line.row_no, 'kept', reasons.get(i))] : []));
    return [
      ...kept,
      ...(await deleteRows(
        tx,
        ctx,
        reached,
        job,
        rows.filter((_, i) => !reasons.has(i)),
      )),
    ];
  }
}

/**
 * Values were converted with every change of types. A value that could not be converted must not be restored into a
 * hidden place.
 */
function retyped({ entity: { schema } }: ScopedResource, name: string, value: unknown): FailureDetail[] {
  const field = schema.properties[name];
  if (value === null || !field?.['x-tenant'] || hasTypeOf(field, value)) return [];
  return [{ field: `/${name}`, message: '导入以后改了类型，导入前的值不再适合，没有撤销' }];
}

/** What the file wrote into fields that the caller may not fill in stays. What only follows from other values does not. */
function closed({ entity: { schema } }: ScopedResource, name: string, { body }: FileLine): FailureDetail[] {
  const field = schema.properties[name];
  if (!field || !isClosed(field) || !Object.hasOwn(body ?? {}, name)) return [];
  return [{ field: `/${name}`, message: closedMessage(field) }];
}

/** Restores the previous values of changed fields, where the resource still allows them. */
async function putBack(
  tx: Tx,
  ctx: OrgContext,
  reached: ScopedResource,
  job: Job,
  rows: readonly { line: FileLine; now: FlatRow }[],
): Promise<Settled[]> {
  const target = { ctx, reached, hooks: job.hooks };
  const prepared = rows.map(({ line, now }): PreparedRow => {
    const row: FlatRow = { ...now };
    const values = Object.entries(line.before ?? {});
    for (const [name] of values) delete row[spellingOf(name)];
    for (const [name, value] of values) {
      if (value === null) delete row[name];
      else row[name] = value;
    }
    // What a line has added to the row is not a value of the row itself.
    return {
      draft: { row, before: { ...now, ...partsOfBody(reached, line.body ?? {}).adds } },
      changed: [],
      wrong: values.flatMap(([name, value]) => [...closed(reached, name, line), ...retyped(reached, name, value)]),
    };
  });
  await validateRows(tx, target, prepared);
  const right = prepared.filter(({ wrong }) => wrong.length === 0);
  const saved = await saveRows(tx, target, right);
  if (joinsLines(job.hooks.table) && saved.length > 0)
    await tx.run(seeAgain(reached.tenant.orgId, job.importId, seenAgain(right, saved)));
  return rows.map(({ line: { row_no } }, i) => {
    const wrong = new Map<string, string>();
    addWrong(wrong, prepared[i]?.wrong ?? []);
    return wrong.size === 0
      ? settled(row_no, 'undone')
      : settled(row_no, 'kept', messagesFor(reached.entity.schema, wrong).join('；'));
  });
}
