import type { OrgContext } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';
import {
  prepareRows,
  type PreparedRow,
  type SavedRow,
  type WriteRequest,
} from '../../resources/server/prepare-rows.ts';
import type { ScopedResource } from '../../resources/server/reading.ts';
import { saveRows } from '../../resources/server/save-rows.ts';
import { inWriteTransaction } from '../../resources/server/write-transaction.ts';
import type { LineCipher } from './encrypted-lines.ts';
import { counted, type Job } from './job.ts';
import { addWrong, messagesFor } from './lines.ts';
import { changedSince, lockLines } from './lock-lines.ts';
import { joinsLines, OF_LINE, ownerMissing, partsOfBody } from './parts.ts';
import {
  rowsOfLines,
  seeAgain,
  settleFileRows,
  type FileLine,
  type SeenAgain,
  type Settled,
} from './queries/import-rows.ts';

/** State of a batch that is being written. */
interface Writing {
  tx: Tx;
  ctx: OrgContext;
  reached: ScopedResource;
  job: Job;
  settled: Settled[];
  /** Ids of the rows that lines have created, by the numbers of the lines. */
  rowOfLine: Map<number, string>;
  created: number;
  written: number;
}
type LineRequest = WriteRequest & { line: FileLine };
interface ValidLine {
  line: FileLine;
  prepared: PreparedRow;
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

/**
 * Writes lines in one transaction, with their outcome.
 *
 * @returns whether a stop was requested
 * @throws AppError where the lines cannot be written together
 */
export const writeBatch = (
  ctx: OrgContext,
  reached: ScopedResource,
  job: Job,
  cipher: LineCipher,
  lines: readonly FileLine[],
) =>
  inWriteTransaction({ ctx, reached, hooks: job.hooks }, async (tx) => {
    job.run.guard(tx);
    const { orgId } = reached.tenant;
    const writing: Writing = { tx, ctx, reached, job, settled: [], rowOfLine: new Map(), created: 0, written: 0 };
    // Of several lines about one row, each sees the result of the previous one.
    for (let left = lines; left.length > 0;) {
      const [now, later] = firstPerRow(left);
      left = await writeDistinct(writing, now, later);
    }
    const { settled, created, written } = writing;
    const counts = { created, updated: written - created, refused: settled.length - written };
    const [, stop] = await tx.batch([
      settleFileRows(orgId, job.importId, settled.map(cipher.settled)),
      counted(job, 'writing', counts),
    ]);
    return stop;
  });

/** The first line of each row, and all others. */
function firstPerRow(lines: readonly FileLine[]): [FileLine[], FileLine[]] {
  const taken = new Set<string>();
  const [first, others]: [FileLine[], FileLine[]] = [[], []];
  for (const line of lines) {
    const about = aboutOf(line);
    (taken.has(about) ? others : first).push(line);
    taken.add(about);
  }
  return [first, others];
}

/** Writes lines about different rows. @returns the later lines, with the versions of the rows that are written now */
async function writeDistinct(
  writing: Writing,
  lines: readonly FileLine[],
  later: readonly FileLine[],
): Promise<readonly FileLine[]> {
  const { tx, ctx, reached, job } = writing;
  const target = { ctx, reached, hooks: job.hooks };
  const requests = await requestsOf(writing, await withOwners(writing, lines));
  const valid = validLines(writing, requests, await prepareRows(tx, target, requests));
  const rows = valid.map(({ prepared }) => prepared);
  const saved = await saveRows(tx, target, rows);
  settleWritten(writing, valid, saved);
  const again = joinsLines(job.hooks.table) ? seenAgain(rows, saved) : [];
  if (again.length > 0) await tx.run(seeAgain(reached.tenant.orgId, job.importId, again));
  return withVersions(writing, later, again);
}

/** Lines that add to the row of another line, with the id of that row. */
async function withOwners(
  { tx, reached, job, rowOfLine }: Writing,
  lines: readonly FileLine[],
): Promise<readonly FileLine[]> {
  const unknown = lines.flatMap((line) => {
    const of = ownerOf(line);
    return of === undefined || rowOfLine.has(of) ? [] : [of];
  });
  if (unknown.length > 0)
    for (const { row_no, row_id } of await tx.run(rowsOfLines(reached.tenant.orgId, job.importId, unknown)))
      if (row_id !== null) rowOfLine.set(row_no, row_id);
  return lines.map((line): FileLine => {
    const of = ownerOf(line);
    return of === undefined ? line : { ...line, row_id: rowOfLine.get(of) ?? null };
  });
}

function refuse({ settled }: Writing, { row_no }: FileLine, messages: string[]): void {
  settled.push({ row_no, state: 'refused', row_id: null, before: null, seen: null, messages });
}

/** The write requests of the lines; refuses lines whose row has changed, and lines that are invalid now. */
async function requestsOf(writing: Writing, lines: readonly FileLine[]): Promise<LineRequest[]> {
  const { tx, ctx, reached } = writing;
  const { entity } = reached;
  const locked = await lockLines(tx, ctx, reached, lines);
  const requests: LineRequest[] = [];
  for (const line of lines) {
    const before = line.row_id === null ? undefined : locked.get(line.row_id);
    const { [OF_LINE]: of, ...body } = line.body ?? {};
    let late: string | undefined;
    if (line.row_id !== null) late = await changedSince(tx, reached, line, before);
    else if (typeof of === 'number') late = ownerMissing(of);
    const { adds, edits } = before ? partsOfBody(reached, body) : { edits: body };
    // The tenant's schema may be another than at the preview.
    const wrong = new Map<string, string>();
    addWrong(wrong, entity.check(before ? 'update' : 'create', edits));
    if (late !== undefined) refuse(writing, line, [late]);
    else if (wrong.size > 0) refuse(writing, line, messagesFor(entity.schema, wrong));
    else requests.push({ line, body: edits, before, adds });
  }
  return requests;
}

/** The lines whose prepared rows are valid; refuses the others. */
function validLines(writing: Writing, requests: readonly LineRequest[], prepared: readonly PreparedRow[]): ValidLine[] {
  return requests.flatMap(({ line }, i) => {
    const row = prepared[i];
    if (!row) return [];
    if (row.wrong.length === 0) return [{ line, prepared: row }];
    const wrong = new Map<string, string>();
    addWrong(wrong, row.wrong);
    refuse(writing, line, messagesFor(writing.reached.entity.schema, wrong));
    return [];
  });
}

/** Notes the outcome of written lines, with the previous values for an undo. */
function settleWritten(writing: Writing, valid: readonly ValidLine[], saved: readonly SavedRow[]): void {
  for (const [i, { line, prepared }] of valid.entries()) {
    const { draft, changed } = prepared;
    const one = saved[i];
    writing.settled.push({
      row_no: line.row_no,
      state: 'written',
      row_id: one?.id ?? null,
      before: draft.before ? Object.fromEntries(changed.map((field) => [field, draft.before?.[field] ?? null])) : null,
      seen: one?.at ?? null,
      messages: null,
    });
    if (one) writing.rowOfLine.set(line.row_no, one.id);
    if (!draft.before) writing.created += 1;
  }
  writing.written += valid.length;
}

/** Updates the versions of changed rows in the settled lines and in the later ones, unless others changed a row. */
function withVersions(
  { settled }: Writing,
  later: readonly FileLine[],
  again: readonly SeenAgain[],
): readonly FileLine[] {
  let lines = later;
  for (const { row_id, was, seen } of again) {
    for (const one of settled) if (one.row_id === row_id && one.state === 'written') one.seen = seen;
    lines = lines.map((line) =>
      line.row_id === row_id && line.seen !== null && Date.parse(line.seen) === Date.parse(was)
        ? { ...line, seen }
        : line,
    );
  }
  return lines;
}
