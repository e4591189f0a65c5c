import { sql, type InsertResult, type UpdateResult } from 'kysely';
import { qb } from '../../../db/server/query-builder.ts';

export type Outcome = 'new' | 'changed' | 'same' | 'wrong';
export type RowState = 'written' | 'refused' | 'undone' | 'kept';
type Fields = Record<string, unknown>;

/** A line of an imported file. Its personal content is encrypted (`encrypted-lines.ts`). */
export interface ImportRowsTable {
  org_id: string;
  import_id: string;
  row_no: number;
  outcome: Outcome;
  state: RowState | null;
  row_id: string | null;
  label: string | null;
  body: Fields | null;
  before: Fields | null;
  seen: string | null;
  cells: Record<string, string> | null;
  messages: string[] | null;
}

/** What is read of a line before it is written or undone. */
export type FileLine = Pick<ImportRowsTable, 'row_no' | 'outcome' | 'row_id' | 'body' | 'before' | 'seen'>;

/** The outcome of a line. */
export type Settled = Pick<ImportRowsTable, 'row_no' | 'state' | 'row_id' | 'before' | 'seen' | 'messages'>;
declare module '../../../db/server/tables.ts' {
  interface Tables {
    import_rows: ImportRowsTable;
  }
}

export type FileRow = Omit<ImportRowsTable, 'org_id' | 'import_id' | 'state'>;

/** Rows as one parameter, read by the types of the table. */
const given = (rows: readonly object[]) =>
  sql`json_populate_recordset(null::import_rows, ${JSON.stringify(rows)}::json)`;

export const insertFileRows = (orgId: string, importId: string, rows: readonly FileRow[]) =>
  sql<InsertResult>`
  insert into import_rows (org_id, import_id, row_no, outcome, row_id, label, body, before, seen, cells, messages)
  select ${orgId}, ${importId}, row_no, outcome, row_id, label, body, before, seen, cells, messages from ${given(rows)}`.compile(
    qb,
  );

/** The first and last line of a batch. */
export interface LineRange {
  from: number;
  to: number;
}

/**
 * The condition on the range of rows. Bounds make the planner use the index; with a list of rows alone it may read all
 * lines of the file.
 */
const within = ({ from, to }: LineRange, alias = 'import_rows') =>
  sql<boolean>`${sql.ref(`${alias}.row_no`)} between ${from} and ${to}`;
/** The range from the first to the last of some lines in any order. */
export const around = (rows: readonly Pick<ImportRowsTable, 'row_no'>[]): LineRange => {
  const numbers = rows.map(({ row_no }) => row_no);
  return { from: Math.min(...numbers), to: Math.max(...numbers) };
};

/** Saves the outcome of rows; existing messages stay where there are no new ones. */
export const settleFileRows = (
  orgId: string,
  importId: string,
  rows: readonly Pick<ImportRowsTable, 'row_no' | 'state' | 'row_id' | 'before' | 'seen' | 'messages'>[],
) =>
  sql<UpdateResult>`
  update import_rows as t set state = v.state, row_id = coalesce(v.row_id, t.row_id), before = coalesce(v.before, t.before), seen = coalesce(v.seen, t.seen), messages = coalesce(v.messages, t.messages)
  from ${given(rows)} as v where t.org_id = ${orgId} and t.import_id = ${importId} and t.row_no = v.row_no and ${within(around(rows), 't')}`.compile(
    qb,
  );

/** A row of several lines that one of them has changed: its `updated_at` before and after that change. */
export interface SeenAgain {
  row_id: string;
  was: string;
  seen: string;
}

/**
 * Updates the version that the other lines of the row have seen. Lines that are not written yet are updated only if no
 * change by another user is in between.
 */
export const seeAgain = (orgId: string, importId: string, rows: readonly SeenAgain[]) =>
  sql<UpdateResult>`
  update import_rows as t set seen = v.seen from json_to_recordset(${JSON.stringify(rows)}::json) as v(row_id text, was timestamptz, seen timestamptz)
  where t.org_id = ${orgId} and t.import_id = ${importId} and t.row_id = v.row_id and (t.state = 'written' or (t.state is null and t.seen = v.was))`.compile(
    qb,
  );

/** The rows that lines have created. */
export const rowsOfLines = (orgId: string, importId: string, lines: readonly number[]) =>
  rowsOf(orgId, importId)
    .select(['row_no', 'row_id'])
    .where(sql<boolean>`row_no = any(${lines}::int[])`)
    .where('state', '=', 'written');

const rowsOf = (orgId: string, importId: string) =>
  qb.selectFrom('import_rows').where('org_id', '=', orgId).where('import_id', '=', importId);
const columns = [
  'row_no',
  'outcome',
  'state',
  'row_id',
  'label',
  'body',
  'before',
  'seen',
  'cells',
  'messages',
] as const;

/** A line that is still to be written or undone, and whether it changes an existing row. */
export interface Undone {
  row_no: number;
  changes: boolean;
}

const toWrite = (orgId: string, importId: string) =>
  rowsOf(orgId, importId).where('outcome', 'in', ['new', 'changed']).where('state', 'is', null).orderBy('row_no');
export const linesToWrite = (orgId: string, importId: string) =>
  toWrite(orgId, importId).select(['row_no', sql<boolean>`outcome = 'changed'`.as('changes')]);
export const rowsToWrite = (orgId: string, importId: string, range: LineRange) =>
  toWrite(orgId, importId).select(columns).where(within(range));

/** Latest written line first. */
const toUndo = (orgId: string, importId: string) =>
  rowsOf(orgId, importId).where('state', '=', 'written').orderBy('row_no', 'desc');
export const linesToUndo = (orgId: string, importId: string) =>
  toUndo(orgId, importId).select(['row_no', sql<boolean>`before is not null`.as('changes')]);
export const rowsToUndo = (orgId: string, importId: string, range: LineRange) =>
  toUndo(orgId, importId).select(columns).where(within(range));

/** Rows to list: by planned outcome, or those that the undo has kept. A row that was refused on writing counts as wrong. */
const shown = (orgId: string, importId: string, outcome: Outcome | 'kept') => {
  const rows = rowsOf(orgId, importId);
  if (outcome === 'kept') return rows.where('state', '=', 'kept');
  if (outcome === 'wrong') return rows.where((eb) => eb.or([eb('outcome', '=', 'wrong'), eb('state', '=', 'refused')]));
  return rows.where('outcome', '=', outcome).where(sql<boolean>`state is distinct from 'refused'`);
};

export const fileRows = (orgId: string, importId: string, outcome: Outcome | 'kept', page: number, size: number) =>
  shown(orgId, importId, outcome)
    .select(columns)
    .orderBy('row_no')
    .limit(size)
    .offset((page - 1) * size);
export const fileRowsCount = (orgId: string, importId: string, outcome: Outcome | 'kept') =>
  shown(orgId, importId, outcome).select((eb) => eb.fn.countAll<number>().as('total'));

/** The errors of each row, in the order of the file. */
export const wrongRows = (orgId: string, importId: string) =>
  shown(orgId, importId, 'wrong').select(['row_no', 'messages']).orderBy('row_no');

/** A written line with the values that it replaced. */
export interface FormerValues {
  import_id: string;
  row_no: number;
  before: Fields;
}

/** Written lines of a resource's imports, after the given one, that have replaced values of these fields. */
export const formerValues = (
  orgId: string,
  resource: string,
  names: readonly string[],
  last: Pick<FormerValues, 'import_id' | 'row_no'> | undefined,
  limit: number,
) =>
  sql<FormerValues>`
  select r.import_id, r.row_no, r.before from import_rows as r join imports as i using (org_id, import_id)
  where r.org_id = ${orgId} and i.resource = ${resource} and r.state = 'written' and jsonb_exists_any(r.before, ${[...names]}::text[])
    and (r.import_id, r.row_no) > (${last?.import_id ?? ''}, ${last?.row_no ?? 0}) order by r.import_id, r.row_no limit ${limit}`.compile(
    qb,
  );

/** Changes the previous values that an undo would restore. */
export const changeFormer = (orgId: string, changes: readonly FormerValues[]) =>
  sql<UpdateResult>`
  update import_rows as t set before = t.before || v.before from ${given(changes)} as v where t.org_id = ${orgId} and t.import_id = v.import_id and t.row_no = v.row_no`.compile(
    qb,
  );

/** Removes values with these names from all lines of a resource's imports. */
export const purgeFormer = (orgId: string, resource: string, names: readonly string[]) =>
  sql<UpdateResult>`
  update import_rows as t set before = t.before - ${[...names]}::text[], body = t.body - ${[...names]}::text[], cells = t.cells - ${[...names]}::text[]
  from imports as i where t.org_id = ${orgId} and i.org_id = t.org_id and i.import_id = t.import_id and i.resource = ${resource}
    and (jsonb_exists_any(t.before, ${[...names]}::text[]) or jsonb_exists_any(t.body, ${[...names]}::text[]) or jsonb_exists_any(t.cells, ${[...names]}::text[]))`.compile(
    qb,
  );

export const deleteFileRows = (orgId: string, importId: string) =>
  qb.deleteFrom('import_rows').where('org_id', '=', orgId).where('import_id', '=', importId);
export const deleteOldFileRows = (orgId: string, before: string) =>
  qb
    .deleteFrom('import_rows')
    .where('org_id', '=', orgId)
    .where((eb) =>
      eb(
        'import_id',
        'in',
        eb.selectFrom('imports').select('import_id').where('org_id', '=', orgId).where('created_at', '<', before),
      ),
    );
