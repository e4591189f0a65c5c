import { falseIfNotFound } from '../../../platform/access/server/not-found-in-scope.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import type { RowOf, Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { setAttachments, shownAttachment } from '../../../platform/media/server/attach.ts';
import type { MayRead } from '../../../platform/media/server/may-play.ts';
import { attachedTo } from '../../../platform/media/server/queries/media-files.ts';
import { getRow } from '../../../platform/resources/server/reading.ts';
import { studentHooks } from '../../students/server/public.ts';
import type { ClassComment } from '../contract.ts';
import * as store from './queries.ts';

/** Area of comments. */
export const AREA = 'student/comment';
/** Owner of the files of a comment, and their use (`media_for`: question description). */
const ENTITY = 'comment';
const MEDIA_FOR = 1;

/** Location of the encrypted text of a comment. */
export const locationOf = (commentId: string) => ({ table: 'comments', row: commentId, field: 'content' });

type Stored = RowOf<ReturnType<typeof store.commentOf>>;

/**
 * Student within the role's scope and academic year of a comment.
 *
 * @throws AppError `notFoundInScope`; PSY_NOT_FOUND for the year
 */
export async function placeOf(ctx: OrgContext, childId: string, yearId: string) {
  const student = await getRow(ctx, 'student', studentHooks, childId);
  const [[year]] = await ctx.read([store.yearById(ctx.actor.orgId, yearId)]);
  if (!year) throw new AppError('PSY_NOT_FOUND', { message: '没有这个学年' });
  const { class_name } = student;
  return {
    ...year,
    child_id: childId,
    child_name: String(student['child_name']),
    ...(typeof class_name === 'string' && { class_name }),
  };
}

async function presentComment(
  ctx: OrgContext,
  { comment_id, content, user_id, real_name, created_at, updated_at }: Stored,
): Promise<NonNullable<ClassComment['comment']>> {
  const {
    actor: { orgId },
    services: { keys },
  } = ctx;
  const [files] = await ctx.read([attachedTo(orgId, ENTITY, [comment_id])]);
  return {
    comment_id,
    content: await keys.decryptText(orgId, content, locationOf(comment_id)),
    created_by: user_id,
    created_by_name: real_name ?? '',
    created_at,
    updated_at,
    attachments: files.map(await shownAttachment(ctx)),
  };
}

/**
 * For pages that include comments: requires the second-step verification of comments.
 *
 * @throws AppError PSY_INVALID_SECONDARY_TOKEN
 */
export async function proveForComments({ actor, services: { access }, proveVerified }: OrgContext): Promise<void> {
  if (access.decide(actor, AREA, 'open')) await proveVerified(AREA);
}

/** Decrypts a comment. The caller must have checked read access. */
export const decryptComment = async (
  { actor: { orgId }, services: { keys } }: OrgContext,
  { comment_id, content, year_name, real_name }: RowOf<ReturnType<typeof store.commentsOf>>,
) => ({
  year_name,
  content: await keys.decryptText(orgId, content, locationOf(comment_id)),
  created_by_name: real_name ?? '',
});

/**
 * Comment on a student for a year.
 *
 * @throws AppError as `placeOf`
 */
export async function classComment(ctx: OrgContext, childId: string, yearId: string): Promise<ClassComment> {
  const {
    actor,
    caller: { userId },
    services: { access },
  } = ctx;
  const place = await placeOf(ctx, childId, yearId);
  const [[stored]] = await ctx.read([store.commentOf(actor.orgId, childId, yearId)]);
  const can_write =
    access.decide(actor, `${AREA}/write`, 'write') && (stored === undefined || stored.user_id === userId);
  return { ...place, can_write, ...(stored && { comment: await presentComment(ctx, stored) }) };
}

/** Conflict with a concurrent change by another user or in another window. */
async function conflict(
  tx: Tx,
  { actor: { orgId }, caller: { userId } }: OrgContext,
  childId: string,
  yearId: string,
): Promise<AppError> {
  const [other] = await tx.run(store.commentOf(orgId, childId, yearId));
  if (other && other.user_id !== userId)
    return new AppError('PSY_CONFLICT', {
      message: `${other.real_name ?? '其他教师'}已经写了这名学生的评语，只有作者能修改`,
    });
  return new AppError('PSY_CONFLICT', { message: '这份评语刚刚在别处保存过，请刷新后重试' });
}

/**
 * Writes the comment on a student for a year, or changes the caller's own.
 *
 * @throws AppError as `placeOf`; PSY_CONFLICT when another user's comment exists or the caller's own is stale
 */
export async function writeComment(
  ctx: OrgContext,
  tx: Tx,
  childId: string,
  yearId: string,
  { content, file_ids, updated_at: seen }: { content: string; file_ids: readonly string[]; updated_at?: string },
): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { clock, keys },
  } = ctx;
  const text = content.trim();
  if (text === '') throw invalid('/content', '请填写评语');
  const { child_name, year_name } = await placeOf(inTransaction(ctx, tx), childId, yearId);
  const at = ctx.nowIso();
  const [before] = seen === undefined ? [] : await tx.run(store.commentOf(orgId, childId, yearId));
  if (seen !== undefined && before?.user_id !== userId) throw await conflict(tx, ctx, childId, yearId);
  const id = before?.comment_id ?? newId(clock);
  const encrypted = await keys.within(tx).encryptText(orgId, text, locationOf(id));
  const written =
    seen === undefined
      ? await tx.run(
          store.insertComment({
            org_id: orgId,
            comment_id: id,
            child_id: childId,
            year_id: yearId,
            user_id: userId,
            content: encrypted,
            created_at: at,
            updated_at: at,
          }),
        )
      : (await tx.run(store.updateComment(orgId, id, userId, encrypted, seen, at))).length;
  if (written === 0) throw await conflict(tx, ctx, childId, yearId);
  await tx.run(store.endDraft(orgId, childId, yearId, userId));
  const files = await setAttachments(tx, ctx, { entity: ENTITY, id }, MEDIA_FOR, file_ids);
  // Without the text: readers of the audit log need not have the right to read the archive.
  await audit(tx, ctx, {
    act: before ? 'update' : 'create',
    resource: 'comment',
    rowId: id,
    rowLabel: `${child_name} ${year_name}`,
    after: { text_length: [...text].length, ...files },
  });
}

/** Readable by roles that may open comments and whose scope includes the student. */
export const mayReadComment: MayRead = async (ctx, id) => {
  const {
    actor,
    services: { access },
  } = ctx;
  if (!access.decide(actor, AREA, 'open')) return false;
  await ctx.proveVerified(AREA);
  const [[comment]] = await ctx.read([store.commentById(actor.orgId, id)]);
  if (!comment) return false;
  return placeOf(ctx, comment.child_id, comment.year_id).then(() => true, falseIfNotFound);
};
