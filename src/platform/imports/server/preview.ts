import { choicesFor } from '../../resources/server/choices.ts';
import { nowIso } from '../../runtime/server/clock.ts';
import type { EntitySchema } from '../../schema/types.ts';
import type { SheetRow } from '../../sheets/server/messages.ts';
import { IMPORT_ROWS_MAX } from '../contract.ts';
import { dryRun } from './dry-run.ts';
import { importFileLocation, lineCipher } from './encrypted-lines.ts';
import {
  batchesOf,
  checkContinue,
  concurrencyOf,
  counted,
  requireStillAllowed,
  runConcurrently,
  type Job,
} from './job.ts';
import { outcomeRow } from './outcome-row.ts';
import { dropWrongOwners, joinsLines, noteOwners, ownerKey } from './parts.ts';
import { insertFileRows, type FileRow } from './queries/import-rows.ts';
import { fileOf, moveImport } from './queries/imports.ts';
import { markRepeated, readBatch, type Batch, type Reading } from './read-batch.ts';
import { rowsByKey } from './rows-by-key.ts';
import { spreadIn, withSpread } from './spread.ts';
import { validateLines } from './validate-lines.ts';

/** Reads the file and computes the effect of each line. Writes nothing to the resource. */
export async function preview(job: Job): Promise<void> {
  const { importId, run, hooks } = job;
  const { services, actor } = job.ctx;
  const bytes = await fileIn(job);
  const { ctx, reached } = await requireStillAllowed(job);
  const reading: Reading = {
    published: reached.published,
    choices: await choicesFor(ctx, reached.entity.schema),
    found: undefined,
    firstLines: new Map(),
    owners: new Map(),
  };
  const rows = () => rowsIn(bytes, reached.entity.schema, job, reading);
  const joins = joinsLines(hooks.table);
  // Reads the file twice: a line may be about a row that only a much later line names.
  if (joins) for await (const batch of rows()) await noteBatch(job, batch, reading);
  async function* read(): AsyncGenerator<Batch> {
    for await (const batch of rows()) yield markRepeated(await readBatch(job, batch, reading), reading);
  }
  await runConcurrently(
    read(),
    () => (joins ? 1 : concurrencyOf(services.db)),
    (batch) => previewBatch(job, batch, reading),
  );
  const ready = { status: 'ready', found: reading.found ?? null, read_at: nowIso(services.clock) } as const;
  await run.commit((tx) => tx.run(moveImport(actor.orgId, importId, ['reading'], ready)));
}

/** The file that was uploaded. */
async function fileIn({ ctx, importId }: Job): Promise<Uint8Array<ArrayBuffer>> {
  const { orgId } = ctx.actor;
  const [[stored]] = await ctx.read([fileOf(orgId, importId)]);
  if (!stored?.file) throw new Error('the file of the import was deleted');
  return new Uint8Array(await ctx.services.keys.decryptBytes(orgId, stored.file, importFileLocation(importId)));
}

/** The rows of the table in the file, in batches. Notes in `reading` where the table is. */
async function* rowsIn(
  bytes: Uint8Array<ArrayBuffer>,
  schema: EntitySchema,
  { ctx, run, hooks }: Job,
  reading: Reading,
): AsyncGenerator<SheetRow[]> {
  const spread = hooks.spread?.(ctx);
  const searched = spread ? withSpread(schema, spread) : schema;
  let linesOf: ReturnType<typeof spreadIn>;
  const parts = ctx.services.sheets.read(ctx.caller.userId, bytes, searched, IMPORT_ROWS_MAX, run.signal);
  for await (const part of parts) {
    if ('found' in part) {
      linesOf = spread && spreadIn(part.found, schema, spread);
      reading.found = { ...part.found, ...(linesOf && { spread: true }) };
    } else if ('rows' in part) yield* batchesOf(linesOf?.(part.rows) ?? part.rows);
    // The column of error texts is added after the last column of the file.
    else if (reading.found) {
      const { layout } = reading.found;
      layout.errors = layout.annotated ? layout.errors : Math.max(layout.errors, part.width);
    }
  }
}

async function noteBatch(job: Job, rows: readonly SheetRow[], reading: Reading): Promise<void> {
  const { ctx, reached, lines } = await readBatch(job, rows, reading);
  const stored = await ctx.services.db.transaction(reached.tenant, (tx) => rowsByKey(tx, ctx, reached, lines));
  noteOwners(reached, lines, stored, reading.owners);
}

async function previewBatch(job: Job, batch: Batch, { owners }: Reading): Promise<void> {
  const { ctx, reached, lines } = batch;
  const keys = new Map(
    lines.flatMap((line) => {
      const key = ownerKey(reached, line);
      return key === undefined ? [] : [[line, key] as const];
    }),
  );
  const checked = await ctx.services.db.transaction(reached.tenant, (tx) => validateLines(tx, job, batch, owners));
  if (reached.rows.scope.kind !== 'all') await dryRun(ctx, reached, job, checked);
  dropWrongOwners(checked, owners, keys);

  const outcomes = checked.map((one) => outcomeRow(reached, one));
  const cipher = await lineCipher(ctx, job.resource, job.importId);
  const [, stop] = await job.run.commit((tx) =>
    tx.batch([
      insertFileRows(ctx.actor.orgId, job.importId, outcomes.map(cipher.found)),
      counted(job, 'reading', countsOf(outcomes)),
    ]),
  );
  checkContinue(stop);
}

function countsOf(rows: readonly FileRow[]) {
  const of = (outcome: FileRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  return { total: rows.length, new: of('new'), changed: of('changed'), same: of('same'), wrong: of('wrong') };
}
