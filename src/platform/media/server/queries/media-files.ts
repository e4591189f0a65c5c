import { sql, type Generated, type Insertable } from 'kysely';
import { qb } from '../../../db/server/query-builder.ts';
import { fileOwner } from '../../../schema/file-fields.ts';
import type { MediaType } from '../../attachments.ts';

/** An uploaded file, or one whose upload was announced. */
export interface MediaFilesTable {
  org_id: string;
  file_id: string;
  user_id: string;
  media_type: MediaType;
  name: string;
  mime: string;
  /** Upload key in the store; null after the file was accepted. */
  upload_key: string | null;
  /** Key of the encrypted object in the store; null until the file is accepted. */
  object_key: string | null;
  size: number | null;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  created_at: string;
}
/** The record of an attachment: a file, or a text note. */
export interface MediaInfosTable {
  org_id: string;
  media_info_id: string;
  file_id: string | null;
  owner_entity: string;
  owner_id: string;
  media_for: number;
  position: number;
  /** Encrypted; used instead of a file. */
  note: string | null;
  /** The user who attached it; null where that is the author of the record. */
  user_id: string | null;
  /** True for an attachment of a previous version of the record. */
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

/** A person's own file, accepted or not. */
export const ownFile = (orgId: string, userId: string, fileId: string) =>
  files(orgId).selectAll().where('f.file_id', '=', fileId).where('f.user_id', '=', userId);

/** The file of an attachment, by either of its ids (`api.md`, play address). */
export const fileOfAttachment = (orgId: string, id: string) =>
  qb
    .selectFrom('media_infos')
    .select('file_id')
    .where('org_id', '=', orgId)
    .where('media_info_id', '=', id)
    .where('file_id', 'is not', null);

/** A file with the record it is attached to, if any. */
export const fileWithOwner = (orgId: string, fileId: string) =>
  files(orgId)
    .leftJoin('media_infos as m', (join) =>
      join.onRef('m.org_id', '=', 'f.org_id').onRef('m.file_id', '=', 'f.file_id'),
    )
    .select(['f.file_id', 'f.user_id', 'f.name', 'f.mime', 'f.size', 'f.object_key', 'm.owner_entity', 'm.owner_id'])
    .where('f.file_id', '=', fileId);

const isLoose = sql<boolean>`not exists (select from media_infos m where m.org_id = f.org_id and m.file_id = f.file_id)`;

/** Number of a person's unattached files. */
export const countLoose = (orgId: string, userId: string) =>
  files(orgId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('f.user_id', '=', userId)
    .where(isLoose);

/** Marks a file as accepted; returns no row where it already was. */
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

/** Unused files: never uploaded, or uploaded and never attached. Takes row locks. */
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

/** Kinds of some files. */
export const typesOfFiles = (orgId: string, fileIds: readonly string[]) =>
  files(orgId)
    .select('f.media_type')
    .where(sql<boolean>`f.file_id = any(${fileIds}::text[])`);

/** Files to be attached, locked, with their current records. */
export const filesToAttach = (orgId: string, fileIds: readonly string[]) =>
  files(orgId)
    .select(['f.file_id', 'f.user_id', 'f.name', 'f.object_key', 'f.media_type', 'f.mime', 'f.size'])
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

const SHOWN = [
  'm.media_info_id',
  'm.owner_id',
  'm.media_for',
  'm.former',
  'f.file_id',
  'f.media_type',
  'f.name',
  'f.size',
  'f.duration_ms',
] as const;

/** Current and former attachments of some records of a kind, in order. */
export const everAttachedTo = (orgId: string, entity: string, ownerIds: readonly string[]) =>
  attached(orgId)
    .select(SHOWN)
    .where('m.owner_entity', '=', entity)
    .where(sql<boolean>`m.owner_id = any(${ownerIds}::text[])`)
    .orderBy('m.owner_id')
    .orderBy('m.position');
/** Current attachments of some records of a kind, in order. */
export const attachedTo = (orgId: string, entity: string, ownerIds: readonly string[]) =>
  everAttachedTo(orgId, entity, ownerIds).where('m.former', '=', false);

/** Current and former files of fields of some rows, by the kinds of record that the fields are. */
export const filesOfFields = (orgId: string, owners: readonly string[], rowIds: readonly string[]) =>
  attached(orgId)
    .select([...SHOWN, 'm.owner_entity'])
    .where(sql<boolean>`m.owner_entity = any(${owners}::text[])`)
    .where(sql<boolean>`m.owner_id = any(${rowIds}::text[])`);

/** Lets go of all files of a field whose values are purged. */
export const detachField = (orgId: string, owner: string) =>
  qb.deleteFrom('media_infos').where('org_id', '=', orgId).where('owner_entity', '=', owner);

/** Lets go of all files of fields of rows that are deleted, also of fields that the entity no longer has. */
export const detachFromFields = (orgId: string, entity: string, rowIds: readonly string[]) =>
  qb
    .deleteFrom('media_infos')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`starts_with(owner_entity, ${fileOwner(entity, '')})`)
    .where(sql<boolean>`owner_id = any(${rowIds}::text[])`);

/** Attachments of a row, including notes, in order. */
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

/** Marks removed files of a record as attachments of its previous version. */
export const retire = (orgId: string, { entity, id }: MediaOwner, fileIds: readonly string[]) =>
  qb
    .updateTable('media_infos')
    .set({ former: true })
    .where('org_id', '=', orgId)
    .where('owner_entity', '=', entity)
    .where('owner_id', '=', id)
    .where(sql<boolean>`file_id = any(${fileIds}::text[])`);

/**
 * Attaches files, or changes their order. Returns those that are attached to the given record: not one that another
 * transaction has attached elsewhere since it was looked at.
 */
export const attach = (rows: readonly Insertable<MediaInfosTable>[]) =>
  qb
    .insertInto('media_infos')
    .values(rows)
    .onConflict((c) =>
      c
        .constraint('media_infos_once')
        .doUpdateSet((eb) => ({ position: eb.ref('excluded.position') }))
        .whereRef('media_infos.owner_entity', '=', 'excluded.owner_entity')
        .whereRef('media_infos.owner_id', '=', 'excluded.owner_id'),
    )
    .returning('file_id');
