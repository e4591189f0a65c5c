import type { OrgContext } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';
import type { Row } from '../../resources/contract/resource.ts';
import { choicesFor, rowChoices, type ChoicesByField } from '../../resources/server/choices.ts';
import type { FlatRow } from '../../resources/server/hooks.ts';
import { labelOf } from '../../resources/server/log-writes.ts';
import { prepareRows, type PreparedRow, type WriteRequest } from '../../resources/server/prepare-rows.ts';
import { rowsOfKeys } from '../../resources/server/queries/rows/read.ts';
import { flatRows, type ScopedResource } from '../../resources/server/reading.ts';
import { saveRows } from '../../resources/server/save-rows.ts';
import { inWriteTransaction } from '../../resources/server/write-transaction.ts';
import { nowIso } from '../../runtime/server/clock.ts';
import { keyOf } from '../../schema/types.ts';
import type { Found, SheetRow } from '../../sheets/server/messages.ts';
import { IMPORT_ROWS_MAX } from '../contract.ts';
import { importFileLocation, lineCipher } from './encrypted-lines.ts';
import {
  runConcurrently,
  concurrencyOf,
  counted,
  checkContinue,
  inHalves,
  pieces,
  requireStillAllowed,
  Stopped,
  type Job,
} from './job.ts';
import { addWrong, editOf, keyText, readLine, messagesFor, type Line } from './lines.ts';
import {
  dropWrongOwners,
  findParts,
  joinsLines,
  noteOwners,
  OF_LINE,
  ownerKey,
  partsOfBody,
  type Owners,
} from './parts.ts';
import { insertFileRows, type FileRow } from './queries/import-rows.ts';
import { fileOf, moveImport } from './queries/imports.ts';

/** Reads the file and computes the effect of each line. Writes nothing to the resource. */
export async function preview(job: Job): Promise<void> {
  const {
    ctx: {
      actor: { orgId },
      services,
    },
    importId,
    run,
  } = job;
  const bytes = await fileIn(job);
  const { ctx, reached } = await requireStillAllowed(job);
  const reading: Reading = {
    published: reached.published,
    lists: await choicesFor(ctx, reached.entity.schema),
    found: undefined,
    known: new Map(),
    owners: new Map(),
  };
  async function* rows(): AsyncGenerator<SheetRow[]> {
    for await (const part of services.sheets.read(bytes, reached.entity.schema, IMPORT_ROWS_MAX, run.signal)) {
      if ('found' in part) reading.found = part.found;
      else if ('rows' in part) yield* pieces(part.rows);
      // The column of error texts is added after the last column of the file.
      else if (reading.found) {
        const { layout } = reading.found;
        layout.errors = layout.annotated ? layout.errors : Math.max(layout.errors, part.width);
      }
    }
  }
  const joins = joinsLines(job.hooks.table);
  // Reads the file twice: a line may be about a row that only a much later line names.
  if (joins) for await (const piece of rows()) await notePiece(job, piece, reading);
  async function* read(): AsyncGenerator<Piece> {
    for await (const piece of rows()) yield markRepeated(await readPiece(job, piece, reading), reading);
  }
  await runConcurrently(
    read(),
    () => (joins ? 1 : concurrencyOf(services.db)),
    (piece) => previewPiece(job, piece, reading),
  );
  const ready = { status: 'ready', found: reading.found ?? null, read_at: nowIso(services.clock) } as const;
  await run.commit((tx) => tx.run(moveImport(orgId, importId, ['reading'], ready)));
}

/** The file that was uploaded. */
async function fileIn({ ctx, importId }: Job): Promise<Uint8Array> {
  const { orgId } = ctx.actor;
  const [[stored]] = await ctx.read([fileOf(orgId, importId)]);
  if (!stored?.file) throw new Error('the file of the import was deleted');
  return new Uint8Array(await ctx.services.keys.decryptBytes(orgId, stored.file, importFileLocation(importId)));
}

interface Judged {
  line: Line;
  request: WriteRequest;
  prepared?: PreparedRow;
  stored?: Readonly<FlatRow>;
  of?: number;
}

/** State while a file is read: schema and choices, position of the table, first line of each key, and owners of lines. */
interface Reading {
  published: number;
  lists: ChoicesByField;
  found: Found | undefined;
  known: Map<string, number>;
  owners: Owners;
}

/** Lines of a file that are validated together. */
interface Piece {
  ctx: OrgContext;
  reached: ScopedResource;
  lines: Line[];
  choices: ChoicesByField;
}

/** The lines of a piece, read by themselves. @throws Stopped */
async function readPiece(job: Job, rows: readonly SheetRow[], { published, lists, found }: Reading): Promise<Piece> {
  const { ctx, reached } = await requireStillAllowed(job);
  if (reached.published !== published) throw new Stopped('读取时本单位的字段设置改过，请重新上传');
  const { schema } = reached.entity;
  const fields = found?.layout.fields ?? [];
  const cellsOf = (name: string) => {
    const at = fields.findIndex(({ field }) => field === name);
    return at === -1 ? [] : rows.map(({ cells }) => cells[at] ?? null);
  };
  const choices = new Map([...lists, ...(await rowChoices(ctx, schema, (name) => ({ cells: cellsOf(name) })))]);
  return { ctx, reached, choices, lines: rows.map((row) => readLine(schema, fields, choices, row)) };
}

async function notePiece(job: Job, rows: readonly SheetRow[], reading: Reading): Promise<void> {
  const { ctx, reached, lines } = await readPiece(job, rows, reading);
  noteOwners(
    reached,
    lines,
    await ctx.services.db.transaction(reached.tenant, (tx) => rowsByKey(tx, ctx, reached, lines)),
    reading.owners,
  );
}

/** Marks lines as wrong that repeat the key of an earlier line. */
function markRepeated(piece: Piece, { known }: Reading): Piece {
  const { schema } = piece.reached.entity;
  for (const line of piece.lines) {
    const key = keyText(schema, line);
    const first = key === undefined ? undefined : known.get(key);
    if (first !== undefined)
      line.wrong.set(
        '',
        `与第 ${first} 行重复：${keyOf(schema)
          .map((name) => line.cells[name])
          .filter(Boolean)
          .join(' ')}`,
      );
    else if (key !== undefined) known.set(key, line.no);
  }
  return piece;
}

async function previewPiece(job: Job, { ctx, reached, lines, choices }: Piece, { owners }: Reading): Promise<void> {
  const { db } = ctx.services;
  const keys = new Map(
    lines.flatMap((line) => {
      const key = ownerKey(reached, line);
      return key === undefined ? [] : [[line, key] as const];
    }),
  );
  const judged = await db.transaction(reached.tenant, (tx) =>
    validateLines(tx, ctx, reached, job, lines, choices, owners),
  );
  if (reached.rows.scope.kind !== 'all') await dryRun(ctx, reached, job, judged);
  dropWrongOwners(judged, owners, keys);

  const outcomes = judged.map((one) => rowOf(reached, one));
  const of = (outcome: FileRow['outcome']) => outcomes.filter((row) => row.outcome === outcome).length;
  const counts = {
    total: outcomes.length,
    new: of('new'),
    changed: of('changed'),
    same: of('same'),
    wrong: of('wrong'),
  };
  const cipher = await lineCipher(ctx, job.resource, job.importId);
  const [, stop] = await job.run.commit((tx) =>
    tx.batch([
      insertFileRows(ctx.actor.orgId, job.importId, outcomes.map(cipher.found)),
      counted(job, 'reading', counts),
    ]),
  );
  checkContinue(stop);
}

/** Finds the rows of the lines, and validates the changes by the resource. */
async function validateLines(
  tx: Tx,
  ctx: OrgContext,
  reached: ScopedResource,
  { hooks }: Job,
  lines: readonly Line[],
  choices: ChoicesByField,
  owners: Owners,
): Promise<Judged[]> {
  const { entity } = reached;
  const { schema } = entity;
  const {
    title,
    'x-resource': { acts, area },
  } = schema;
  const may = (act: 'create' | 'update') => acts.includes(act) && ctx.services.access.decide(ctx.actor, area, act);
  const [mayCreate, mayUpdate] = [may('create'), may('update')];
  const there = await rowsByKey(tx, ctx, reached, lines);
  const parts = await findParts(tx, ctx, reached, lines, there, owners);

  const judged = lines.map((line): Judged => {
    const stored = there.get(line) ?? [];
    const part = parts.get(line);
    if (part && line.wrong.size === 0) {
      addWrong(line.wrong, entity.check('create', line.given));
      if ('of' in part) return { line, request: { body: line.given }, of: part.of };
      const { adds } = partsOfBody(reached, line.given);
      return {
        line,
        request: { body: editOf(schema, line, { ...part.before, ...adds }, choices), before: part.before, adds },
        stored: part.before,
      };
    }
    const [before] = stored;
    if (stored.length > 1) line.wrong.set('', `有 ${stored.length} 个${title}符合这一行，不知道是哪一个`);
    const body: Row = before ? editOf(schema, line, before, choices) : line.given;
    if (line.wrong.size === 0 || !before) addWrong(line.wrong, entity.check(before ? 'update' : 'create', body));
    return { line, request: { body, before }, stored: before };
  });
  const asked = judged.filter(({ line }) => line.wrong.size === 0);
  const refused = await inHalves(asked, async (some) => {
    const prepared = await prepareRows(
      tx,
      { ctx, reached, hooks },
      some.map(({ request }) => request),
    );
    for (const [i, one] of some.entries()) one.prepared = prepared[i];
  });
  for (const { item, error } of refused) item.line.wrong.set('', error.message);
  for (const { line, prepared: made, stored } of asked) {
    if (!made) continue;
    addWrong(line.wrong, made.wrong);
    if (!stored && !mayCreate) line.wrong.set('', `您没有新增${title}的权限`);
    if (stored && made.changed.length > 0 && !mayUpdate) line.wrong.set('', `您没有修改${title}的权限`);
  }
  return judged;
}

/** The rows of the lines, loaded together for lines with the same key fields. */
async function rowsByKey(
  tx: Tx,
  ctx: OrgContext,
  reached: ScopedResource,
  lines: readonly Line[],
): Promise<Map<Line, FlatRow[]>> {
  const {
    entity: { schema },
    rows,
  } = reached;
  const fields = keyOf(schema);
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    if (keyText(schema, line) === undefined) continue;
    const given = fields.filter((name) => line.given[name] !== undefined).join();
    groups.set(given, [...(groups.get(given) ?? []), line]);
  }
  const found = new Map<Line, FlatRow[]>();
  for (const [given, group] of groups) {
    const names = given.split(',');
    const textOf = (row: Readonly<Record<string, unknown>>) => JSON.stringify(names.map((name) => row[name]));
    const stored = new Map<string, FlatRow[]>();
    for (const row of await flatRows(
      ctx,
      reached,
      await tx.run(
        rowsOfKeys(
          rows,
          group.map((line) => line.given),
        ),
      ),
    ))
      stored.set(textOf(row), [...(stored.get(textOf(row)) ?? []), row]);
    for (const line of group) found.set(line, stored.get(textOf(line.given)) ?? []);
  }
  return found;
}

class TriedOut extends Error {}

/**
 * Writes and rolls back, for roles with a partial scope: whether a new row is in scope is known only after it is
 * inserted.
 */
async function dryRun(
  ctx: OrgContext,
  reached: ScopedResource,
  { hooks }: Job,
  judged: readonly Judged[],
): Promise<void> {
  const writable = judged.filter(
    ({ line, prepared: made }) => line.wrong.size === 0 && made && made.changed.length > 0,
  );
  const refused = await inHalves(writable, async (some) => {
    try {
      const target = { ctx, reached, hooks };
      await inWriteTransaction(target, async (tx) => {
        await saveRows(
          tx,
          target,
          some.flatMap(({ prepared }) => prepared ?? []),
        );
        throw new TriedOut();
      });
    } catch (error) {
      if (!(error instanceof TriedOut)) throw error;
    }
  });
  for (const { item, error } of refused) item.line.wrong.set('', error.message);
}

function rowOf(reached: ScopedResource, { line, request, prepared: made, stored, of }: Judged): FileRow {
  const { schema } = reached.entity;
  const { id } = schema['x-resource'];
  const label = labelOf(reached, { ...stored, ...line.given });
  const common = {
    row_no: line.no,
    label,
    row_id: stored ? String(stored[id]) : null,
    body: null,
    before: null,
    seen: null,
    cells: null,
    messages: null,
  };
  if (line.wrong.size > 0 || !made)
    return { ...common, outcome: 'wrong', cells: line.cells, messages: messagesFor(schema, line.wrong) };
  if (!stored)
    return { ...common, outcome: 'new', body: { ...request.body, ...(of !== undefined && { [OF_LINE]: of }) } };
  if (made.changed.length === 0) return { ...common, outcome: 'same' };
  const { row } = made.draft;
  // A line that only adds to the row cannot conflict with a change by another user.
  const seen = typeof stored['updated_at'] === 'string' && !request.adds ? stored['updated_at'] : null;
  return {
    ...common,
    outcome: 'changed',
    seen,
    before: pick(stored, made.changed),
    body: pick(
      row,
      made.changed.filter((name) => Object.hasOwn({ ...request.body, ...request.adds }, name)),
    ),
  };
}

const pick = (row: Readonly<FlatRow>, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
