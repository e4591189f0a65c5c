import type { OrgContext } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';
import type { FlatRow } from '../../resources/server/hooks.ts';
import {
  prepareRows,
  type PreparedRow,
  type WriteRequest,
  type SavedRow,
} from '../../resources/server/prepare-rows.ts';
import { lastChange } from '../../resources/server/queries/last-change.ts';
import { lockRows } from '../../resources/server/queries/rows/read.ts';
import { flatRowsWithin, type ScopedResource } from '../../resources/server/reading.ts';
import { saveRows } from '../../resources/server/save-rows.ts';
import { inWriteTransaction } from '../../resources/server/write-transaction.ts';
import { nowIso } from '../../runtime/server/clock.ts';
import { underSchema } from '../../schema/server/under-schema.ts';
import { lineCipher, type LineCipher } from './encrypted-lines.ts';
import { runConcurrently, counted, checkContinue, inHalves, requireStillAllowed, type Job } from './job.ts';
import { lineRangesOf } from './line-ranges.ts';
import { addWrong, messagesFor } from './lines.ts';
import { joinsLines, OF_LINE, ownerMissing, partsOfBody } from './parts.ts';
import {
  linesToWrite,
  rowsOfLines,
  rowsToWrite,
  seeAgain,
  settleFileRows,
  type SeenAgain,
  type FileLine,
  type Settled,
} from './queries/import-rows.ts';
import { moveImport } from './queries/imports.ts';

/**
 * Writes the lines of a preview, one batch per transaction. The outcome is saved in the same transaction, so that no
 * line is written twice.
 */
export async function write(job: Job): Promise<void> {
  const {
    actor: { orgId },
    services: { clock },
  } = job.ctx;
  const [lines] = await job.ctx.read([linesToWrite(orgId, job.importId)]);
  await runConcurrently(
    lineRangesOf(job, lines),
    ({ most }) => most,
    async (range) => {
      const [stored] = await job.ctx.read([rowsToWrite(orgId, job.importId, range)]);
      const cipher = await lineCipher(job.ctx, job.resource, job.importId);
      let stop: readonly { stop: boolean }[] = [{ stop: false }];
      const refused = await inHalves(stored.map(cipher.open), (some) =>
        underSchema(job.ctx, async () => {
          const { ctx, reached } = await requireStillAllowed(job);
          stop = await writeBatch(ctx, reached, job, cipher, some);
          await job.hooks.afterCommit?.(
            ctx,
            some.flatMap(({ row_id }) => row_id ?? []),
          );
        }),
      );
      if (refused.length > 0) {
        const rows = refused.map(({ item: { row_no }, error }): Settled => ({
          row_no,
          state: 'refused',
          row_id: null,
          before: null,
          seen: null,
          messages: [error.details?.[0]?.message ?? error.message],
        }));
        [, stop] = await job.run.commit((tx) =>
          tx.batch([
            settleFileRows(orgId, job.importId, rows.map(cipher.settled)),
            counted(job, 'writing', { refused: rows.length }),
          ]),
        );
      }
      checkContinue(stop);
    },
  );
  await job.run.commit((tx) =>
    tx.run(moveImport(orgId, job.importId, ['writing'], { status: 'done', problem: null, finished_at: nowIso(clock) })),
  );
}

/** The line whose row this line adds to. */
const ownerOf = ({ body }: FileLine): number | undefined => {
  const of = body?.[OF_LINE];
  return typeof of === 'number' ? of : undefined;
};
/** The row of a line: an existing one, the row of another line, or its own new row. */
const aboutOf = (line: FileLine): string =>
  line.row_id === null ? `line ${ownerOf(line) ?? line.row_no}` : `row ${line.row_id}`;

/** The existing rows that are changed now. */
export const seenAgain = (prepared: readonly PreparedRow[], saved: readonly SavedRow[]): SeenAgain[] =>
  prepared.flatMap(({ draft: { before } }, i) => {
    const one = saved[i];
    return before && one ? [{ row_id: one.id, was: String(before['updated_at']), seen: one.at }] : [];
  });

/** @throws AppError where the lines cannot be written together */
const writeBatch = (
  ctx: OrgContext,
  reached: ScopedResource,
  job: Job,
  cipher: LineCipher,
  lines: readonly FileLine[],
) =>
  inWriteTransaction({ ctx, reached, hooks: job.hooks }, async (tx) => {
    job.run.guard(tx);
    const target = { ctx, reached, hooks: job.hooks };
    const {
      entity,
      tenant: { orgId },
    } = reached;
    const { schema } = entity;
    const settled: Settled[] = [];
    const reject = (line: FileLine, messages: string[]) =>
      settled.push({ row_no: line.row_no, state: 'refused', row_id: null, before: null, seen: null, messages });

    let [created, written] = [0, 0];
    const madeBy = new Map<number, string>();
    // Of several lines about one row, each sees the result of the previous one.
    for (let left = lines; left.length > 0;) {
      const taken = new Set<string>();
      const [now, later]: [FileLine[], FileLine[]] = [[], []];
      for (const line of left) {
        (taken.has(aboutOf(line)) ? later : now).push(line);
        taken.add(aboutOf(line));
      }
      left = later;

      const owned = now.flatMap((line) => {
        const of = ownerOf(line);
        return of === undefined || madeBy.has(of) ? [] : [of];
      });
      if (owned.length > 0)
        for (const { row_no, row_id } of await tx.run(rowsOfLines(orgId, job.importId, owned)))
          if (row_id !== null) madeBy.set(row_no, row_id);
      const found = now.map((line): FileLine => {
        const of = ownerOf(line);
        return of === undefined ? line : { ...line, row_id: madeBy.get(of) ?? null };
      });
      const locked = await lockLines(tx, ctx, reached, found);
      const requests: (WriteRequest & { line: FileLine })[] = [];
      for (const line of found) {
        const of = ownerOf(line);
        const before = line.row_id === null ? undefined : locked.get(line.row_id);
        const { [OF_LINE]: _, ...body } = line.body ?? {};
        const late =
          line.row_id === null
            ? of === undefined
              ? undefined
              : ownerMissing(of)
            : await changedSince(tx, reached, line, before);
        const { adds, edits } = before ? partsOfBody(reached, body) : { edits: body };
        // The tenant's schema may be another than at the preview.
        const wrong = new Map<string, string>();
        addWrong(wrong, entity.check(before ? 'update' : 'create', edits));
        if (late !== undefined) reject(line, [late]);
        else if (wrong.size > 0) reject(line, messagesFor(schema, wrong));
        else requests.push({ line, body: edits, before, adds });
      }
      const prepared = await prepareRows(tx, target, requests);
      const right = requests.flatMap(({ line, adds }, i) => {
        const made = prepared[i];
        if (!made) return [];
        if (made.wrong.length === 0) return [{ line, made, adds }];
        const wrong = new Map<string, string>();
        addWrong(wrong, made.wrong);
        reject(line, messagesFor(schema, wrong));
        return [];
      });
      const saved = await saveRows(
        tx,
        target,
        right.map(({ made }) => made),
      );
      for (const [
        i,
        {
          line,
          made: { draft, changed },
        },
      ] of right.entries()) {
        const one = saved[i];
        const before = draft.before
          ? Object.fromEntries(changed.map((field) => [field, draft.before?.[field] ?? null]))
          : null;
        settled.push({
          row_no: line.row_no,
          state: 'written',
          row_id: one?.id ?? null,
          before,
          seen: one?.at ?? null,
          messages: null,
        });
        if (one) madeBy.set(line.row_no, one.id);
        if (!draft.before) created += 1;
      }
      written += right.length;
      const again = joinsLines(job.hooks.table)
        ? seenAgain(
            right.map(({ made }) => made),
            saved,
          )
        : [];
      for (const { row_id, was, seen } of again) {
        for (const one of settled) if (one.row_id === row_id && one.state === 'written') one.seen = seen;
        left = left.map((line) =>
          line.row_id === row_id && line.seen !== null && Date.parse(line.seen) === Date.parse(was)
            ? { ...line, seen }
            : line,
        );
      }
      if (again.length > 0) await tx.run(seeAgain(orgId, job.importId, again));
    }
    const counts = { created, updated: written - created, refused: settled.length - written };
    const [, stop] = await tx.batch([
      settleFileRows(orgId, job.importId, settled.map(cipher.settled)),
      counted(job, 'writing', counts),
    ]);
    return stop;
  });

/** Locks the rows of the lines. */
export async function lockLines(
  tx: Tx,
  ctx: OrgContext,
  reached: ScopedResource,
  lines: readonly FileLine[],
): Promise<Map<string, FlatRow>> {
  const ids = lines.flatMap(({ row_id }) => row_id ?? []);
  if (ids.length === 0) return new Map();
  const { id } = reached.entity.schema['x-resource'];
  return new Map(
    (await flatRowsWithin(tx, ctx, reached, await tx.run(lockRows(reached.rows, ids)))).map((row) => [
      String(row[id]),
      row,
    ]),
  );
}

/** Why the row of a line has changed since the line was last validated; undefined where it has not. */
export async function changedSince(
  tx: Tx,
  { entity, tenant: { orgId } }: ScopedResource,
  { row_id, seen }: FileLine,
  now: Readonly<FlatRow> | undefined,
): Promise<string | undefined> {
  if (!now) return '已被删除，或者不再属于您的管理范围';
  if (seen === null || now['updated_at'] === undefined || Date.parse(seen) === Date.parse(String(now['updated_at'])))
    return undefined;
  const [last] = await tx.run(lastChange(orgId, entity.name, row_id ?? ''));
  return `之后${last ? `被${last.real_name}` : '又'}修改过`;
}
