import type { OrgContext } from '../../../platform/context/server/context.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { withoutNulls } from '../../../platform/schema/json.ts';
import type { ClassComments } from '../contract.ts';
import { locationOf, placeOf } from './comments.ts';
import * as store from './queries.ts';

/** More students than any class teacher has. */
const STUDENTS_MAX = 500;

const changedElsewhere = () => new AppError('PSY_CONFLICT', { message: '该草稿刚刚在其他窗口保存' });
const draftLocation = (draftId: string) => ({ table: 'comment_drafts', row: draftId, field: 'content' });

/**
 * The students of the caller's classes with the comments of the current year, and the caller's drafts.
 *
 * @throws AppError PSY_NOT_FOUND where the school has no current year
 */
export async function classComments(ctx: OrgContext): Promise<ClassComments> {
  const {
    actor,
    caller: { userId },
    services: { access, keys },
  } = ctx;
  const { orgId } = actor;
  const [[year]] = await ctx.read([store.currentYear(orgId)]);
  if (!year) throw new AppError('PSY_NOT_FOUND', { message: '学校还没有设置当前学年' });
  const scope = access.scope(actor, 'student');
  const [rows] = await ctx.read([store.commentsOfClass(orgId, scope, year.year_id, userId, STUDENTS_MAX)]);
  const items = await Promise.all(
    rows.map(
      async ({
        comment_id,
        content,
        user_id,
        real_name,
        draft_id,
        draft,
        draft_at,
        updated_at,
        class_name,
        ...child
      }) => ({
        ...child,
        ...withoutNulls({ class_name, updated_at, draft_at, author_name: real_name }),
        written: comment_id !== null,
        own: user_id === null || user_id === userId,
        ...(comment_id !== null &&
          content !== null && { content: await keys.decryptText(orgId, content, locationOf(comment_id)) }),
        ...(draft_id !== null &&
          draft !== null && { draft: await keys.decryptText(orgId, draft, draftLocation(draft_id)) }),
      }),
    ),
  );
  return { ...year, total: items.length, missing: items.filter(({ written }) => !written).length, items };
}

/**
 * Keeps a draft of the caller; an empty one, and one of a comment that is written, is removed. The audit log holds no
 * drafts: nobody but the author reads them.
 *
 * @param draft_at When the draft was saved that the caller read or saved last, if any
 * @returns When it was saved; undefined where there is no draft
 * @throws AppError as `placeOf`; PSY_CONFLICT when the draft was saved in another window since
 */
export async function keepDraft(
  ctx: OrgContext,
  tx: Tx,
  childId: string,
  yearId: string,
  { content, draft_at }: { content: string; draft_at?: string },
): Promise<string | undefined> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { clock, keys },
  } = ctx;
  await placeOf(inTransaction(ctx, tx), childId, yearId);
  const [written] = await tx.run(store.commentOf(orgId, childId, yearId));
  if (written) {
    await tx.run(store.endDraft(orgId, childId, yearId, userId));
    return undefined;
  }
  if (content.trim() === '') {
    await tx.run(store.endDraftOf(orgId, childId, yearId, userId, draft_at));
    const [other] = await tx.run(store.hasDraft(orgId, childId, yearId, userId));
    if (other) throw changedElsewhere();
    return undefined;
  }
  const draft_id = newId(clock);
  const [kept] = await tx.run(
    store.putDraft(
      {
        org_id: orgId,
        draft_id,
        child_id: childId,
        year_id: yearId,
        user_id: userId,
        content: await keys.within(tx).encryptText(orgId, content, draftLocation(draft_id)),
        updated_at: ctx.nowIso(),
      },
      draft_at,
    ),
  );
  if (!kept) throw changedElsewhere();
  return kept.updated_at;
}
