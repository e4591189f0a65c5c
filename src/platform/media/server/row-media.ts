import { notFoundInScope } from '../../access/server/not-found-in-scope.ts';
import { OPEN } from '../../access/server/rights.ts';
import { audit } from '../../audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../context/server/context.ts';
import type { FieldLocation } from '../../crypto/server/data-keys.ts';
import type { RowOf, Tx } from '../../db/server/database.ts';
import { newId } from '../../db/server/ids.ts';
import { AppError } from '../../errors/app-error.ts';
import { invalidWithMessage } from '../../errors/invalid.ts';
import type { FlatRow, ResourceHooks } from '../../resources/server/hooks.ts';
import { labelOf } from '../../resources/server/log-writes.ts';
import { idsWithin, lockRows } from '../../resources/server/queries/rows/read.ts';
import { flatRowsWithin, resolveResource } from '../../resources/server/reading.ts';
import { requireOwner, requireUnsettled } from '../../resources/server/write-guards.ts';
import { codesOf } from '../../schema/labels.ts';
import { ATTACHMENTS_MAX, MEDIA, TOO_MANY_FILES } from '../attachments.ts';
import type { NewMedia, RowMedia } from '../contract/row-media.ts';
import { THUMBNAIL } from '../picture-sizes.ts';
import { isLoose, MISSING } from './attach.ts';
import { nameOfFile } from './files.ts';
import type { MayRead } from './may-play.ts';
import { playAddress } from './play.ts';
import * as store from './queries/media-files.ts';

/** `media_type` of a text note; `type` is the kind of file or note. */
const TEXT = 4;
const TYPE = { file: 1, text: 2 } as const;
const noteAt = (mediaInfoId: string): FieldLocation => ({ table: 'media_infos', row: mediaInfoId, field: 'note' });

type Stored = RowOf<ReturnType<typeof store.mediaOf>>;

async function shown(
  ctx: OrgContext,
  { media_info_id, media_for, note, file_id, media_type, name, size, duration_ms, real_name, created_at }: Stored,
): Promise<RowMedia> {
  const {
    actor: { orgId },
    services: { keys },
  } = ctx;
  const ring = await keys.ring(orgId);
  const by = { created_at, ...(real_name !== null && { created_by_name: real_name }) };
  if (note !== null)
    return {
      media_info_id,
      media_type: TEXT,
      media_name: '',
      media_info: ring.decryptText(note, noteAt(media_info_id)),
      media_for,
      type: TYPE.text,
      ...by,
    };
  return {
    media_info_id,
    media_type: media_type ?? 0,
    media_name: file_id === null || name === null ? '' : nameOfFile(ring, { file_id, name }),
    media_info: file_id ?? '',
    media_for,
    type: TYPE.file,
    file_size: size ?? 0,
    ...(duration_ms !== null && { media_time_long: duration_ms }),
    ...(file_id !== null && { play_url: playAddress(ctx, file_id).play_url }),
    ...(file_id !== null &&
      media_type === MEDIA.image && { thumb_url: playAddress(ctx, file_id, { size: THUMBNAIL }).play_url }),
    ...by,
  };
}

type MediaList = { total: number; items: RowMedia[] };

/** Attachments of a row. The caller must have checked access. */
export async function listMedia(ctx: OrgContext, entity: string, id: string): Promise<MediaList> {
  const {
    actor: { orgId },
  } = ctx;
  const [found] = await ctx.read([store.mediaOf(orgId, { entity, id })]);
  const items = await Promise.all(found.map((one) => shown(ctx, one)));
  return { total: items.length, items };
}

/** @throws AppError `notFoundInScope` */
export async function requireRow(ctx: OrgContext, name: string, hooks: ResourceHooks, id: string): Promise<void> {
  const { rows } = resolveResource(ctx, name, hooks);
  const [[row]] = await ctx.read([idsWithin(rows, [id])]);
  if (!row) throw notFoundInScope(rows.scope);
}

/** Attachments of a row in the role's scope. */
export async function mediaOfRow(ctx: OrgContext, name: string, hooks: ResourceHooks, id: string): Promise<MediaList> {
  await requireRow(ctx, name, hooks, id);
  return listMedia(ctx, name, id);
}

/** Changes attachments of the caller's own row that is not in a final state; locks the row. */
async function changing(
  ctx: OrgContext,
  tx: Tx,
  name: string,
  hooks: ResourceHooks,
  id: string,
  change: (before: readonly Stored[]) => Promise<Readonly<FlatRow>>,
): Promise<void> {
  const reached = resolveResource(ctx, name, hooks);
  const { orgId } = ctx.actor;
  const [row] = await flatRowsWithin(tx, ctx, reached, await tx.run(lockRows(reached.rows, [id])));
  if (!row) throw notFoundInScope(reached.rows.scope);
  requireOwner(ctx, reached, [row]);
  requireUnsettled(reached, row);
  const after = await change(await tx.run(store.mediaOf(orgId, { entity: name, id })));
  await audit(tx, ctx, { act: 'update', resource: name, rowId: id, rowLabel: labelOf(reached, row), after });
}

/**
 * Attaches files and notes to a row (`spec §5`, attachments).
 *
 * @throws AppError PSY_INVALID_INPUT naming what cannot be attached, `notFoundInScope`, AC_FORBIDDEN where the row has
 *   another owner, PSY_CONFLICT where it is in a final state
 */
export const addRowMedia = (
  ctx: OrgContext,
  tx: Tx,
  name: string,
  hooks: ResourceHooks,
  id: string,
  wanted: readonly NewMedia[],
): Promise<void> =>
  changing(ctx, tx, name, hooks, id, async (before) => {
    const {
      actor: { orgId },
      caller: { userId },
      services: { clock, keys, schemas },
    } = ctx;
    const [usual = 1, ...others] = schemas.entity(orgId, name).schema['x-resource'].attachments ?? [];
    if (before.length + wanted.length > ATTACHMENTS_MAX) throw invalidWithMessage('/media_infos', TOO_MANY_FILES);
    const fileIds = wanted.filter(({ media_type }) => media_type !== TEXT).map(({ media_info }) => media_info);
    if (new Set(fileIds).size < fileIds.length) throw invalidWithMessage('/media_infos', '同一个附件不能加两次');
    const files = new Map((await tx.run(store.filesToAttach(orgId, fileIds))).map((file) => [file.file_id, file]));
    for (const [i, { media_type, media_info, media_for = usual, type }] of wanted.entries()) {
      const at = `/media_infos/${i}`;
      if (![usual, ...others].includes(media_for) || !codesOf('media_for').has(String(media_for)))
        throw invalidWithMessage(`${at}/media_for`, '这种记录的附件没有这个用途');
      if (type !== undefined && (type === TYPE.text) !== (media_type === TEXT))
        throw invalidWithMessage(`${at}/type`, '与 media_type 不符');
      if (media_type === TEXT) {
        if (media_info.trim() === '') throw invalidWithMessage(`${at}/media_info`, '请填写内容');
        continue;
      }
      const file = files.get(media_info);
      if (!file || !isLoose(file, userId)) throw invalidWithMessage(`${at}/media_info`, MISSING);
      if (file.media_type !== media_type) throw invalidWithMessage(`${at}/media_type`, '与文件的类型不符');
    }
    const ring = await keys.within(tx).ring(orgId);
    const created_at = ctx.nowIso();
    const first = Math.max(-1, ...before.map(({ position }) => position)) + 1;
    const attached = await tx.run(
      store.attach(
        wanted.map(({ media_type, media_info, media_for = usual }, i) => {
          const media_info_id = newId(clock);
          const isText = media_type === TEXT;
          return {
            org_id: orgId,
            media_info_id,
            owner_entity: name,
            owner_id: id,
            media_for,
            position: first + i,
            user_id: userId,
            created_at,
            file_id: isText ? null : media_info,
            note: isText ? ring.encryptText(media_info.trim(), noteAt(media_info_id)) : null,
          };
        }),
      ),
    );
    if (attached.length < wanted.length) throw invalidWithMessage('/media_infos', MISSING);
    // No names or texts: readers of the log may not be readers of the record.
    const texts = wanted
      .filter(({ media_type }) => media_type === TEXT)
      .map(({ media_info }) => `文字 ${[...media_info.trim()].length} 字`);
    return { files_added: [...(fileIds.length > 0 ? [`${fileIds.length} 个`] : []), ...texts].join('、') };
  });

/** Removes an attachment from a row. @throws AppError as above, PSY_NOT_FOUND also where it is not attached to the row */
export const dropRowMedia = (
  ctx: OrgContext,
  tx: Tx,
  name: string,
  hooks: ResourceHooks,
  id: string,
  mediaInfoId: string,
): Promise<void> =>
  changing(ctx, tx, name, hooks, id, async (before) => {
    const gone = before.find(({ media_info_id }) => media_info_id === mediaInfoId);
    if (!gone) throw new AppError('PSY_NOT_FOUND');
    await tx.run(store.dropMedia(ctx.actor.orgId, { entity: name, id }, mediaInfoId));
    return { files_removed: gone.file_id === null ? '文字' : '1 个' };
  });

/** Files are readable by everyone who may open the area of the resource and has the row in scope. */
export const mayReadRow =
  (name: string, hooks: ResourceHooks): MayRead =>
  async (ctx, id) => {
    const {
      actor,
      services: { access, schemas },
    } = ctx;
    const { area } = schemas.entity(actor.orgId, name).schema['x-resource'];
    if (!access.decide(actor, area, OPEN)) return false;
    await ctx.proveVerified(area);
    const { rows } = resolveResource(ctx, name, hooks);
    const [[row]] = await ctx.read([idsWithin(rows, [id])]);
    return row !== undefined;
  };
