import { sql, type CompiledQuery, type Generated, type Insertable, type InsertResult } from 'kysely';
import { qb } from '../../../db/server/query-builder.ts';

/** The random half of a child's data key. */
export interface ChildKeysTable {
  org_id: string;
  child_id: string;
  half: string;
}
/** A row about a child whose data were erased; the row of the child itself has the child's id. */
export interface ErasuresTable {
  org_id: string;
  row_id: string;
  child_id: string;
  erased_at: string;
  erased_by: string;
  /** False while the data are in quarantine. */
  final: Generated<boolean>;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    child_keys: ChildKeysTable;
    erasures: ErasuresTable;
  }
}

/** A row of any table that is about a child. */
export interface ChildRow {
  of_table: string;
  body: Record<string, unknown>;
}

// Tenant of all of these: the organisation, which the functions of migration 0030 read from it.
export const rowsOfChild = (childId: string): CompiledQuery<ChildRow> =>
  sql<ChildRow>`select of_table, body from rows_of_child(${childId})`.compile(qb);
export const countsOfChild = (childId: string): CompiledQuery<{ of_table: string; n: number }> =>
  sql<{
    of_table: string;
    n: number;
  }>`select of_table, count(*)::int as n from rows_of_child(${childId}) group by of_table order by of_table`.compile(
    qb,
  );
export const idsOfChild = (childId: string): CompiledQuery<{ ids: string[] }> =>
  sql<{ ids: string[] }>`select ids_of_child(${childId}) as ids`.compile(qb);
export const eraseRows = (childId: string): CompiledQuery<{ of_table: string; erased: number }> =>
  sql<{
    of_table: string;
    erased: number;
  }>`select of_table, erased::int as erased from erase_child(${childId})`.compile(qb);

export const halvesOf = (orgId: string, childIds: readonly string[]) =>
  qb
    .selectFrom('child_keys')
    .select(['child_id', 'half'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`child_id = any(${childIds}::text[])`);

/** Inserts key halves of children who are inserted next; for other children the table creates them itself. */
export const insertKeyHalves = (orgId: string, halves: ReadonlyMap<string, string>) =>
  sql<InsertResult>`
  insert into child_keys (org_id, child_id, half) select ${orgId}, child_id, half from unnest(${[...halves.keys()]}::text[], ${[...halves.values()]}::text[]) as new (child_id, half)`.compile(
    qb,
  );

/** Files that are attached to some records of any kind. */
export const filesOfRecords = (orgId: string, ownerIds: readonly string[]) =>
  qb
    .selectFrom('media_infos as m')
    .innerJoin('media_files as f', (join) =>
      join.onRef('f.org_id', '=', 'm.org_id').onRef('f.file_id', '=', 'm.file_id'),
    )
    .select(['f.file_id', 'f.name', 'f.object_key', 'f.size', 'm.owner_entity', 'm.owner_id'])
    .where('m.org_id', '=', orgId)
    .where(sql<boolean>`m.owner_id = any(${ownerIds}::text[])`)
    .orderBy('f.file_id');

/** The operation log of some rows, the earliest entry first. */
export const entriesOn = (orgId: string, rowIds: readonly string[]) =>
  qb
    .selectFrom('audit_logs')
    .select(['log_id', 'at', 'role_id', 'act', 'resource', 'row_id'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`row_id = any(${rowIds}::text[])`)
    .orderBy('at')
    .orderBy('log_id');

/** The time after which the status of student `s` was no other one than left or graduated. */
export const leftAt = sql<
  string | null
>`(select min(e.since) from enrolments e where e.org_id = s.org_id and e.child_id = s.child_id and e.study_status in (3, 4)
    and e.since > coalesce((select max(x.since) from enrolments x where x.org_id = s.org_id and x.child_id = s.child_id and x.study_status not in (3, 4)), '-infinity'))`;

/** A student whose data are to be erased: the status, and since when. */
export const leavingOf = (orgId: string, childId: string) =>
  qb
    .selectFrom('students as s')
    .select(['s.child_id', 's.child_name', 's.study_status', 's.user_id', leftAt.as('left_at')])
    .where('s.org_id', '=', orgId)
    .where('s.child_id', '=', childId);

/** Guardians of this child who have no other child. */
export const guardiansOnlyOf = (orgId: string, childId: string) =>
  qb
    .selectFrom('guardian_children as l')
    .innerJoin('guardians as g', (join) =>
      join.onRef('g.org_id', '=', 'l.org_id').onRef('g.guardian_id', '=', 'l.guardian_id'),
    )
    .select(['g.guardian_id', 'g.user_id'])
    .where('l.org_id', '=', orgId)
    .where('l.child_id', '=', childId)
    .where(
      sql<boolean>`not exists (select from guardian_children o where o.org_id = l.org_id and o.guardian_id = l.guardian_id and o.child_id <> l.child_id)`,
    );
export const deleteGuardians = (orgId: string, ids: readonly string[]) =>
  qb
    .deleteFrom('guardians')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`guardian_id = any(${ids}::text[])`);

/** Deletes accounts without a person. */
export const deleteAccounts = (userIds: readonly string[]) =>
  qb.deleteFrom('accounts').where(sql<boolean>`user_id = any(${userIds}::text[])`);

export const insertErasures = (rows: readonly Insertable<ErasuresTable>[]) =>
  qb
    .insertInto('erasures')
    .values([...rows])
    .onConflict((c) => c.doNothing());
export const erasuresOf = (orgId: string) =>
  qb
    .selectFrom('erasures')
    .select(['child_id', 'erased_at'])
    .where('org_id', '=', orgId)
    .whereRef('row_id', '=', 'child_id')
    .where('final', '=', true)
    .orderBy('erased_at');

/**
 * Locks what scoring locks before it reads a student: the sheets, then the counts of the school. Call it before the
 * student is locked, where results will be deleted.
 */
export const lockCountsOfChild = (childId: string) =>
  sql<{ locked: unknown }>`select lock_counts_of_child(${childId}) as locked`.compile(qb);
/** Keys of the objects of files of a child that are in quarantine. */
export const quarantinedObjects = (orgId: string, childId: string) =>
  sql<{ object_key: string | null }>`select body ->> 'object_key' as object_key from quarantined_rows
    where org_id = ${orgId} and subject_id = ${childId} and of_table = 'media_files'`.compile(qb);
