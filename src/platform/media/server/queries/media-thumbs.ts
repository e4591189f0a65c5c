import { qb } from '../../../db/server/query-builder.ts';
import { MEDIA } from '../../attachments.ts';

/** The thumbnail of a picture. */
interface MediaThumbsTable {
  org_id: string;
  file_id: string;
  /** Encrypted; null where the file itself is shown. */
  picture: string | null;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    media_thumbs: MediaThumbsTable;
  }
}

export const insertThumb = (row: MediaThumbsTable) =>
  qb
    .insertInto('media_thumbs')
    .values(row)
    .onConflict((c) => c.doNothing());

export const thumbOf = (orgId: string, fileId: string) =>
  qb.selectFrom('media_thumbs').select('picture').where('org_id', '=', orgId).where('file_id', '=', fileId);

/** Attached pictures without a thumbnail, such as those from before there were any. */
export const withoutThumb = (orgId: string, limit: number) =>
  qb
    .selectFrom('media_files as f')
    .leftJoin('media_thumbs as t', (join) =>
      join.onRef('t.org_id', '=', 'f.org_id').onRef('t.file_id', '=', 'f.file_id'),
    )
    .select(['f.file_id', 'f.object_key'])
    .where('f.org_id', '=', orgId)
    .where('f.media_type', '=', MEDIA.image)
    .where('f.object_key', 'is not', null)
    .where('t.file_id', 'is', null)
    .orderBy('f.file_id')
    .limit(limit);
