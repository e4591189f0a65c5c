import { sql, type Insertable } from 'kysely';
import { studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { EXPIRED, PACKING, READY } from './tasks.ts';

/** A part of a packed file, in the object store. */
interface ExportPartsTable {
  org_id: string;
  file_id: string;
  part: number;
  object_key: string;
  /** Bytes, encrypted. */
  size: number;
  /** Ids of the request that are packed with this part. */
  done: number;
  /** SHA-256 of the files in it, as hex. */
  digests: string[];
  /** Students with data in it. */
  child_ids: string[];
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    export_parts: ExportPartsTable;
  }
}

export const insertPart = (part: Insertable<ExportPartsTable>) => qb.insertInto('export_parts').values(part);

const partsOfTask = (orgId: string, fileId: string) =>
  qb.selectFrom('export_parts').where('org_id', '=', orgId).where('file_id', '=', fileId).orderBy('part');
export const partsOf = (orgId: string, fileId: string) =>
  partsOfTask(orgId, fileId).select(['part', 'object_key', 'size', 'done']);
export const studentsOf = (orgId: string, fileId: string) => partsOfTask(orgId, fileId).select('child_ids');
export const digestsOf = (orgId: string, fileId: string) => partsOfTask(orgId, fileId).select('digests');

/** Removes the parts of files. Returns the keys of their objects. */
export const deleteParts = (orgId: string, fileIds: readonly string[]) =>
  qb
    .deleteFrom('export_parts')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`file_id = any(${[...fileIds]}::text[])`)
    .returning('object_key');

/** The students who exist; an erasure waits until the transaction ends. */
export const holdStudents = (orgId: string, childIds: readonly string[]) =>
  qb
    .selectFrom('students')
    .select('child_id')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`child_id = any(${[...childIds]}::text[])`)
    .orderBy('child_id')
    .forKeyShare();

/** How many students of a file are no longer in a scope. */
export const studentsBeyond = (orgId: string, fileId: string, scope: Scope) =>
  qb
    .selectFrom(
      partsOfTask(orgId, fileId)
        .clearOrderBy()
        .select(sql<string>`distinct unnest(child_ids)`.as('child_id'))
        .as('packed'),
    )
    .leftJoin('students as s', (join) =>
      join.on('s.org_id', '=', orgId).onRef('s.child_id', '=', 'packed.child_id').on(studentsInScope(scope, 's')),
    )
    .select(sql<number>`count(*)::int`.as('n'))
    .where('s.child_id', 'is', null);

/** Files with data of a student that are packed or can be downloaded. */
export const filesAbout = (orgId: string, childId: string) =>
  qb
    .selectFrom('export_tasks as t')
    .select('t.file_id')
    .where('t.org_id', '=', orgId)
    .where('t.status', 'in', [PACKING, READY])
    .where(
      sql<boolean>`exists (select from export_parts p where p.org_id = t.org_id and p.file_id = t.file_id
        and p.child_ids @> array[${childId}]::text[])`,
    )
    .forUpdate();
export const removeFiles = (orgId: string, fileIds: readonly string[], problem: string) =>
  qb
    .updateTable('export_tasks')
    .set({ status: EXPIRED, problem })
    .where('org_id', '=', orgId)
    .where(sql<boolean>`file_id = any(${[...fileIds]}::text[])`);
