import { sql, type Generated, type Insertable } from 'kysely';
import { qb } from '../../../db/server/query-builder.ts';
import type { MediaType } from '../../attachments.ts';

/** A file that somebody sent, or was told where to send. */
export interface MediaFilesTable {
  org_id: string;
  file_id: string;
  user_id: string;
  media_type: MediaType;
  name: string;
  mime: string;
  /** Where the browser puts it; null once it was taken in. */
  upload_key: string | null;
  /** Where it lies, sealed; null before. */
  object_key: string | null;
  size: number | null;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  created_at: string;
}
/** What a file, or a note in words, is attached to. */
export interface MediaInfosTable {
  org_id: string;
  media_info_id: string;
  file_id: string | null;
  owner_entity: string;
  owner_id: string;
  media_for: number;
  position: number;
  /** Sealed; in place of a file. */
  note: string | null;
  /** Who attached it; null where that is whoever wrote the record. */
  user_id: string | null;
  /** Of what the record said before a change, and no longer of what it says. */
  former: Generated<boolean>;
  created_at: string;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    media_files: MediaFilesTable;
    media_infos: MediaInfosTable;
  }
}

/** The record that a file belongs to. */
export interface MediaOwner {
  entity: string;
  id: string;
}

export const insertFile = (file: Insertable<MediaFilesTable>) => qb.insertInto('media_files').values(file);

const files = (orgId: string) => qb.selectFrom('media_files as f').where('f.org_id', '=', orgId);
const attached = (orgId: string) =>
  files(orgId).innerJoin('media_infos as m', (join) =>
    join.onRef('m.org_id', '=', 'f.org_id').onRef('m.file_id', '=', 'f.file_id'),
  );

/** A person's own file, taken in or not. */
export const ownFile = (orgId: string, userId: string, fileId: string) =>
  files(orgId).selectAll().where('f.file_id', '=', fileId).where('f.user_id', '=', userId);

/** A file with what it is attached to, if anything. */
export const fileWithOwner = (orgId: string, fileId: string) =>
  files(orgId)
    .leftJoin('media_infos as m', (join) =>
      join.onRef('m.org_id', '=', 'f.org_id').onRef('m.file_id', '=', 'f.file_id'),
    )
    .select(['f.file_id', 'f.user_id', 'f.name', 'f.mime', 'f.size', 'f.object_key', 'm.owner_entity', 'm.owner_id'])
    .where('f.file_id', '=', fileId);

const isLoose = sql<boolean>`not exists (select from media_infos m where m.org_id = f.org_id and m.file_id = f.file_id)`;

/** How many files of a person are attached to nothing. */
export const countLoose = (orgId: string, userId: string) =>
  files(orgId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('f.user_id', '=', userId)
    .where(isLoose);

/** Takes a file in; answers no row where somebody did already. */
export const takeIn = (
  orgId: string,
  fileId: string,
  taken: { object_key: string; size: number; width: number | null; height: number | null; duration_ms: number | null },
) =>
  qb
    .updateTable('media_files')
    .set({ ...taken, upload_key: null })
    .where('org_id', '=', orgId)
    .where('file_id', '=', fileId)
    .where('upload_key', 'is not', null)
    .returning('file_id');

/** Files that nobody will ask for again: never sent, or sent and attached to nothing. Whoever else wants them waits. */
export const orphans = (
  orgId: string,
  { expectedBefore, looseBefore }: { expectedBefore: string; looseBefore: string },
  limit: number,
) =>
  files(orgId)
    .select(['f.file_id', 'f.upload_key', 'f.object_key'])
    .where(isLoose)
    .where((eb) =>
      eb.or([
        eb('f.created_at', '<', looseBefore),
        eb.and([eb('f.upload_key', 'is not', null), eb('f.created_at', '<', expectedBefore)]),
      ]),
    )
    .orderBy('f.created_at')
    .limit(limit)
    .forUpdate()
    .skipLocked();

export const deleteFiles = (orgId: string, fileIds: readonly string[]) =>
  qb
    .deleteFrom('media_files')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`file_id = any(${fileIds}::text[])`);

/** Files to be attached, locked, with what they are attached to already. */
export const filesToAttach = (orgId: string, fileIds: readonly string[]) =>
  files(orgId)
    .select(['f.file_id', 'f.user_id', 'f.name', 'f.object_key', 'f.media_type'])
    .select((eb) =>
      eb
        .selectFrom('media_infos as m')
        .select(sql<string>`m.owner_entity || ' ' || m.owner_id`.as('o'))
        .whereRef('m.org_id', '=', 'f.org_id')
        .whereRef('m.file_id', '=', 'f.file_id')
        .as('owner'),
    )
    .where(sql<boolean>`f.file_id = any(${fileIds}::text[])`)
    .orderBy('f.file_id')
    .forUpdate();

/** What is or was attached to some records of a kind, in its order. */
export const everAttachedTo = (orgId: string, entity: string, ownerIds: readonly string[]) =>
  attached(orgId)
    .select([
      'm.media_info_id',
      'm.owner_id',
      'm.media_for',
      'm.former',
      'f.file_id',
      'f.media_type',
      'f.name',
      'f.size',
      'f.duration_ms',
    ])
    .where('m.owner_entity', '=', entity)
    .where(sql<boolean>`m.owner_id = any(${ownerIds}::text[])`)
    .orderBy('m.owner_id')
    .orderBy('m.position');
/** What is attached to some records of a kind, in its order. */
export const attachedTo = (orgId: string, entity: string, ownerIds: readonly string[]) =>
  everAttachedTo(orgId, entity, ownerIds).where('m.former', '=', false);

/** What is attached to a row, notes among it, in its order. */
export const mediaOf = (orgId: string, { entity, id }: MediaOwner) =>
  qb
    .selectFrom('media_infos as m')
    .leftJoin('media_files as f', (join) =>
      join.onRef('f.org_id', '=', 'm.org_id').onRef('f.file_id', '=', 'm.file_id'),
    )
    .leftJoin('accounts as a', 'a.user_id', 'm.user_id')
    .select([
      'm.media_info_id',
      'm.media_for',
      'm.position',
      'm.note',
      'm.created_at',
      'm.file_id',
      'f.media_type',
      'f.name',
      'f.size',
      'f.duration_ms',
      'a.real_name',
    ])
    .where('m.org_id', '=', orgId)
    .where('m.owner_entity', '=', entity)
    .where('m.owner_id', '=', id)
    .orderBy('m.position')
    .orderBy('m.media_info_id');

export const dropMedia = (orgId: string, { entity, id }: MediaOwner, mediaInfoId: string) =>
  qb
    .deleteFrom('media_infos')
    .where('org_id', '=', orgId)
    .where('owner_entity', '=', entity)
    .where('owner_id', '=', id)
    .where('media_info_id', '=', mediaInfoId);

export const detachFrom = (orgId: string, { entity, id }: MediaOwner, fileIds: readonly string[]) =>
  qb
    .deleteFrom('media_infos')
    .where('org_id', '=', orgId)
    .where('owner_entity', '=', entity)
    .where('owner_id', '=', id)
    .where(sql<boolean>`file_id = any(${fileIds}::text[])`);

/** Files that a record no longer has, and that stay with what it said before. */
export const retire = (orgId: string, { entity, id }: MediaOwner, fileIds: readonly string[]) =>
  qb
    .updateTable('media_infos')
    .set({ former: true })
    .where('org_id', '=', orgId)
    .where('owner_entity', '=', entity)
    .where('owner_id', '=', id)
    .where(sql<boolean>`file_id = any(${fileIds}::text[])`);

/** Attaches files, or puts those that are in another order. */
export const attach = (rows: readonly Insertable<MediaInfosTable>[]) =>
  qb
    .insertInto('media_infos')
    .values(rows)
    .onConflict((c) =>
      c.constraint('media_infos_once').doUpdateSet((eb) => ({ position: eb.ref('excluded.position') })),
    );
