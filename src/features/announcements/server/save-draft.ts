import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { invalidWithMessage } from '../../../platform/errors/invalid.ts';
import { MEDIA } from '../../../platform/media/attachments.ts';
import { setAttachments } from '../../../platform/media/server/attach.ts';
import { typesOfFiles } from '../../../platform/media/server/queries/media-files.ts';
import { documentProblem, imagesOf, wordsOf } from '../../../platform/rich-text/rich-text.ts';
import type { Draft } from '../contract/writing.ts';
import { requirePublishable } from './publish.ts';
import * as store from './queries/writing.ts';
import { checkAudience, conflict, lockOwn, requireSchools, requireVersion, stateOf } from './writer.ts';

/** Owner of the pictures, and their use (`media_for`: picture of an announcement). */
export const ENTITY = 'announcement';
const MEDIA_FOR = 4;

/** Line breaks, and marks that turn the direction of what follows. */
const MISLEADING = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** A title or summary on one line, without characters that mislead. */
const oneLine = (text: string): string => text.replaceAll(MISLEADING, ' ').replaceAll(/\s+/g, ' ').trim();

const picturesOf = ({ content, cover_id }: Draft): string[] => [
  ...new Set([...(cover_id ? [cover_id] : []), ...imagesOf(content)]),
];

/** @throws AppError PSY_INVALID_INPUT */
async function check(ctx: OrgContext, tx: Tx, draft: Draft): Promise<void> {
  const problem = documentProblem(draft.content);
  if (problem !== undefined) throw invalidWithMessage('/content', problem);
  if (oneLine(draft.title) === '') throw invalidWithMessage('/title', '请填写标题');
  await checkAudience(ctx, tx, draft.audience);
}

/** Attaches the pictures of the text and the cover; each belongs to one announcement. */
async function attach(ctx: OrgContext, tx: Tx, id: string, draft: Draft) {
  const ids = picturesOf(draft);
  const files = await tx.run(typesOfFiles(ctx.actor.orgId, ids));
  if (files.some(({ media_type }) => media_type !== MEDIA.image))
    throw invalidWithMessage('/content', '正文和封面只能放图片');
  return setAttachments(tx, ctx, { entity: ENTITY, id }, MEDIA_FOR, ids);
}

const columnsOf = (draft: Draft) => ({
  title: oneLine(draft.title),
  summary: oneLine(draft.summary),
  content: draft.content,
  cover_id: draft.cover_id ?? null,
  ...draft.audience,
  pinned: draft.pinned,
  banner: draft.banner,
  notifies: draft.notifies,
  ends_at: draft.ends_at ?? null,
});

/** Writes a draft. @throws AppError PSY_INVALID_INPUT */
export async function createDraft(ctx: OrgContext, tx: Tx, draft: Draft) {
  const {
    actor: { orgId },
    caller: { userId },
    services: { clock },
  } = ctx;
  await check(ctx, tx, draft);
  const id = newId(clock);
  const at = ctx.nowIso();
  const columns = columnsOf(draft);
  await tx.run(
    store.insertWritten({
      ...columns,
      org_id: orgId,
      announcement_id: id,
      kind: draft.kind,
      created_by: userId,
      updated_by: userId,
      created_at: at,
      updated_at: at,
    }),
  );
  const files = await attach(ctx, tx, id, draft);
  await audit(tx, ctx, {
    act: 'create',
    resource: draft.kind,
    rowId: id,
    rowLabel: columns.title,
    after: { text_length: [...wordsOf(draft.content)].length, ...files },
  });
  return stateOf(id, 1, 'draft');
}

/**
 * Changes a draft, or one that waits for its time. What is published is not changed: it is withdrawn and written anew,
 * so that readers never find other words than those they read.
 *
 * @throws AppError PSY_NOT_FOUND, PSY_CONFLICT, PSY_INVALID_INPUT
 */
export async function updateDraft(ctx: OrgContext, tx: Tx, id: string, draft: Draft, version: number) {
  const row = await lockOwn(ctx, tx, id);
  if (row.status !== 'draft' && row.status !== 'scheduled')
    throw conflict(
      row.status === 'withdrawn' ? '这一篇已经撤回，不能再修改' : '这一篇已经发布，不能再修改；需要更正请撤回后重写',
    );
  requireVersion(row, version);
  if (draft.kind !== row.kind) throw invalidWithMessage('/kind', '公告和文章不能互相转换');
  await check(ctx, tx, draft);
  if (row.status === 'scheduled') {
    requirePublishable({ ...row, ...columnsOf(draft) }, row.publish_at ?? '');
    requireSchools(ctx, draft.audience);
  }
  const columns = columnsOf(draft);
  await tx.run(
    store.changeWritten(ctx.actor.orgId, id, {
      ...columns,
      updated_by: ctx.caller.userId,
      updated_at: ctx.nowIso(),
    }),
  );
  const files = await attach(ctx, tx, id, draft);
  await audit(tx, ctx, {
    act: 'update',
    resource: row.kind,
    rowId: id,
    rowLabel: columns.title,
    after: { text_length: [...wordsOf(draft.content)].length, ...files },
  });
  return stateOf(id, row.version + 1, row.status);
}

/** @throws AppError PSY_NOT_FOUND, PSY_CONFLICT */
export async function deleteDraft(ctx: OrgContext, tx: Tx, id: string): Promise<void> {
  const row = await lockOwn(ctx, tx, id);
  if (row.status !== 'draft') throw conflict('只能删除草稿；已发布的请撤回，待发布的请先取消定时');
  await setAttachments(tx, ctx, { entity: ENTITY, id }, MEDIA_FOR, []);
  await tx.run(store.deleteWritten(ctx.actor.orgId, id));
  await audit(tx, ctx, { act: 'delete', resource: row.kind, rowId: id, rowLabel: row.title });
}
