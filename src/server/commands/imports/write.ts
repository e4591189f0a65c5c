import type { OrgCall } from '../../context.ts';
import type { FlatRow } from '../../resources/hooks.ts';
import { flatRows, type Reached } from '../../resources/reading.ts';
import { plan, requireReached, store, writing, type Wish } from '../../resources/sets.ts';
import { rowsToWrite, settleFileRows, type ImportRowsTable } from '../../store/import-rows.ts';
import { moveImport } from '../../store/imports.ts';
import type { Tx } from '../../store/db/database.ts';
import { lastChange } from '../../store/last-change.ts';
import { lockRows } from '../../store/rows/read.ts';
import { counted, goOn, inHalves, iso, perform, PIECE, stillMay, tenantOf, type Job } from './job.ts';
import { addWrong, told } from './lines.ts';

export type FileLine = Pick<ImportRowsTable, 'row_no' | 'outcome' | 'row_id' | 'body' | 'before' | 'seen'>;
type Settled = Pick<ImportRowsTable, 'row_no' | 'state' | 'row_id' | 'before' | 'seen' | 'messages'>;

/** Writes the lines of a preview, a piece in a transaction: what is written is written down with it, so that nothing is done twice. */
export function write(job: Job): void {
  const ends = { asked: 'stopped', broken: 'stopped', text: '写入时出了问题：已写入的行都有记录，可以继续写入，也可以撤销' } as const;
  perform(job, 'writing', ends, async (signal) => {
    const { actor: { orgId }, services: { clock, db } } = job.call;
    for (;;) {
      const { call, reached } = await stillMay(job, signal);
      const [lines] = await db.read(reached.tenant, [rowsToWrite(orgId, job.importId, PIECE)]);
      if (lines.length === 0) break;
      let stop: readonly { stop: boolean }[] = [{ stop: false }];
      const refused = await inHalves(lines, async (some) => {
        stop = await writePiece(call, reached, job, some);
        await job.hooks.afterwards?.(call, some.flatMap(({ row_id }) => row_id ?? []));
      });
      if (refused.length > 0) {
        const rows = refused.map(({ item: { row_no }, error }): Settled => ({ row_no, state: 'refused', row_id: null, before: null, seen: null, messages: [error.details?.[0]?.message ?? error.message] }));
        [, stop] = await db.write(reached.tenant, [settleFileRows(orgId, job.importId, rows), counted(job, 'writing', { refused: rows.length })]);
      }
      goOn(stop);
    }
    await db.write(tenantOf(job.call), [moveImport(orgId, job.importId, ['writing'], { status: 'done', problem: null, finished_at: iso(clock.now()) })]);
  });
}

/** @throws AppError where the lines cannot be written together */
const writePiece = (call: OrgCall, reached: Reached, job: Job, lines: readonly FileLine[]) => writing(call, reached, job.hooks, async (tx) => {
  const { entity, tenant: { orgId } } = reached;
  const { schema } = entity;
  const settled: Settled[] = [];
  const refuse = (line: FileLine, messages: string[]) => settled.push({ row_no: line.row_no, state: 'refused', row_id: null, before: null, seen: null, messages });

  const locked = await lockLines(tx, call, reached, lines);
  const wishes: (Wish & { line: FileLine })[] = [];
  for (const line of lines) {
    const before = line.row_id === null ? undefined : locked.get(line.row_id);
    const body = line.body ?? {};
    const late = line.row_id === null ? undefined : await changedSince(tx, reached, line, before);
    // The tenant's schema may be another than at the preview.
    const wrong = new Map<string, string>();
    addWrong(wrong, entity.check(before ? 'update' : 'create', body));
    if (late !== undefined) refuse(line, [late]);
    else if (wrong.size > 0) refuse(line, told(schema, wrong));
    else wishes.push({ line, body, before });
  }
  const planned = await plan(tx, call, reached, job.hooks, wishes);
  const right = wishes.flatMap(({ line }, i) => {
    const made = planned[i];
    if (!made) return [];
    if (made.wrong.length === 0) return [{ line, made }];
    const wrong = new Map<string, string>();
    addWrong(wrong, made.wrong);
    refuse(line, told(schema, wrong));
    return [];
  });
  const stored = await store(tx, call, reached, job.hooks, right.map(({ made }) => made));
  await requireReached(tx, reached, stored);
  for (const [i, { line, made: { draft, changed } }] of right.entries()) {
    const one = stored[i];
    const before = draft.before ? Object.fromEntries(changed.map((field) => [field, draft.before?.[field] ?? null])) : null;
    settled.push({ row_no: line.row_no, state: 'written', row_id: one?.id ?? null, before, seen: one?.at ?? null, messages: null });
  }
  const created = right.filter(({ made }) => !made.draft.before).length;
  const counts = { created, updated: right.length - created, refused: settled.length - right.length };
  const [, stop] = await tx.batch([settleFileRows(orgId, job.importId, settled), counted(job, 'writing', counts)]);
  return stop;
});

/** The rows that lines are about, locked. */
export async function lockLines(tx: Tx, call: OrgCall, reached: Reached, lines: readonly FileLine[]): Promise<Map<string, FlatRow>> {
  const ids = lines.flatMap(({ row_id }) => row_id ?? []);
  if (ids.length === 0) return new Map();
  const { id } = reached.entity.schema['x-resource'];
  return new Map((await flatRows(call, reached, await tx.run(lockRows(reached.rows, ids)))).map((row) => [String(row[id]), row]));
}

/** Why a line's row is no longer as it was when the line was last looked at; undefined where it is. */
export async function changedSince(tx: Tx, { entity, tenant: { orgId } }: Reached, { row_id, seen }: FileLine, now: Readonly<FlatRow> | undefined): Promise<string | undefined> {
  if (!now) return '已被删除，或者不再属于您的管理范围';
  if (seen === null || now['updated_at'] === undefined || Date.parse(seen) === Date.parse(String(now['updated_at']))) return undefined;
  const [last] = await tx.run(lastChange(orgId, entity.name, row_id ?? ''));
  return `之后${last ? `被${last.real_name}` : '又'}修改过`;
}
