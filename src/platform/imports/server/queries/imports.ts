import { sql, type Generated } from 'kysely';
import { qb } from '../../../db/server/query-builder.ts';
import { hasJob } from '../../../jobs/server/queries.ts';
import type { Found } from '../../../sheets/server/messages.ts';

/** `import_status` of `schemas/enums.json`. */
export type ImportStatus =
  | 'reading'
  | 'ready'
  | 'refused'
  | 'cancelled'
  | 'writing'
  | 'done'
  | 'stopped'
  | 'undoing'
  | 'undone';

/** The counters of an import: lines by planned outcome, lines written and refused, lines undone and kept. */
export const COUNTS = [
  'total',
  'new',
  'changed',
  'same',
  'wrong',
  'created',
  'updated',
  'refused',
  'undone',
  'kept',
] as const;
export type Counts = Record<(typeof COUNTS)[number], number>;

/** An import of one file. */
export interface ImportsTable extends Record<(typeof COUNTS)[number], Generated<number>> {
  org_id: string;
  import_id: string;
  resource: string;
  user_id: string;
  role_id: number;
  file_name: string;
  file_hash: string;
  file: Uint8Array | null;
  found: Found | null;
  status: ImportStatus;
  problem: string | null;
  stop: Generated<boolean>;
  created_at: string;
  written_at: string | null;
  finished_at: string | null;
  /** When its preview was ready. */
  read_at: string | null;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    imports: ImportsTable;
  }
}

const imports = (orgId: string) =>
  qb
    .selectFrom('imports as i')
    .leftJoin('accounts as a', 'a.user_id', 'i.user_id')
    .select([
      'i.import_id',
      'i.resource',
      'i.user_id',
      'i.role_id',
      'i.file_name',
      'i.found',
      'i.status',
      'i.problem',
      'i.stop',
      'i.created_at',
      'i.written_at',
      'i.finished_at',
      'a.real_name',
      ...COUNTS.map((count) => `i.${count}` as const),
    ])
    .select(hasJob(orgId, sql.ref('i.import_id')).as('has_job'))
    .where('i.org_id', '=', orgId);

/** The facts of an import, without its file. */
export type ImportFacts = Awaited<ReturnType<ReturnType<typeof imports>['executeTakeFirstOrThrow']>>;

/** The latest first. @param userId owner; all owners where absent */
export function importsOf(orgId: string, since: string, resource: string, userId: string | undefined) {
  const found = imports(orgId).where('i.created_at', '>', since).where('i.resource', '=', resource);
  return (userId === undefined ? found : found.where('i.user_id', '=', userId))
    .orderBy('i.created_at', 'desc')
    .orderBy('i.import_id', 'desc')
    .limit(200);
}

export const importById = (orgId: string, importId: string) => imports(orgId).where('i.import_id', '=', importId);

export const fileOf = (orgId: string, importId: string) =>
  qb
    .selectFrom('imports')
    .select(['file', 'found', 'file_name'])
    .where('org_id', '=', orgId)
    .where('import_id', '=', importId);

/** The same file, sent by the same person and not yet decided on. @param since read after this, or not yet */
export const sameImport = (orgId: string, userId: string, resource: string, hash: string, since: string) =>
  imports(orgId)
    .where('i.user_id', '=', userId)
    .where('i.resource', '=', resource)
    .where('i.file_hash', '=', hash)
    .where((eb) =>
      eb.or([
        eb.and([eb('i.status', '=', 'reading'), hasJob(orgId, sql.ref('i.import_id'))]),
        eb.and([eb('i.status', '=', 'ready'), eb('i.read_at', '>', since)]),
      ]),
    )
    .orderBy('i.created_at', 'desc')
    .limit(1);

export const insertImport = (
  row: Pick<
    ImportsTable,
    | 'org_id'
    | 'import_id'
    | 'resource'
    | 'user_id'
    | 'role_id'
    | 'file_name'
    | 'file_hash'
    | 'file'
    | 'status'
    | 'created_at'
  >,
) => qb.insertInto('imports').values(row);

type Change = Partial<
  { stop: boolean } & Pick<
    ImportsTable,
    'status' | 'problem' | 'found' | 'file' | 'written_at' | 'finished_at' | 'read_at'
  >
>;

/** Changes an import that is still in one of these states; affects 0 rows otherwise. */
export const moveImport = (orgId: string, importId: string, from: readonly ImportStatus[], change: Change) =>
  qb
    .updateTable('imports')
    .set(change)
    .where('org_id', '=', orgId)
    .where('import_id', '=', importId)
    .where('status', 'in', [...from]);

/** Adds to the counts. Returns whether a stop was requested; returns no row where the import has ended meanwhile. */
export const countImport = (orgId: string, importId: string, status: ImportStatus, more: Partial<Counts>) =>
  qb
    .updateTable('imports')
    .set({
      stop: sql.ref('stop'),
      ...Object.fromEntries(Object.entries(more).map(([count, n]) => [count, sql`${sql.ref(count)} + ${n}`])),
    })
    .where('org_id', '=', orgId)
    .where('import_id', '=', importId)
    .where('status', '=', status)
    .returning('stop');

export const deleteOldImports = (orgId: string, before: string) =>
  qb
    .deleteFrom('imports')
    .where('org_id', '=', orgId)
    .where('created_at', '<', before)
    .where(({ eb, or, not }) =>
      or([eb('status', 'not in', ['reading', 'writing', 'undoing']), not(hasJob(orgId, sql.ref('imports.import_id')))]),
    );
