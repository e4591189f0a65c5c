import { sql, type Insertable } from 'kysely';
import { studentsInScope, type Scope } from '../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../platform/db/server/query-builder.ts';
import { ENROLLED } from '../../../platform/identity/identity.ts';

/** A class teacher's comment on a student for a year; the text is encrypted. */
export interface CommentsTable {
  org_id: string;
  comment_id: string;
  child_id: string;
  year_id: string;
  user_id: string;
  content: string;
  created_at: string;
  updated_at: string;
}
/** What an author has typed and not submitted; encrypted, one for each student, year and author. */
export interface CommentDraftsTable {
  org_id: string;
  draft_id: string;
  child_id: string;
  year_id: string;
  user_id: string;
  content: string;
  updated_at: string;
}
declare module '../../../platform/db/server/tables.ts' {
  interface Tables {
    comments: CommentsTable;
    comment_drafts: CommentDraftsTable;
  }
}

const comments = (orgId: string) =>
  qb
    .selectFrom('comments as c')
    .leftJoin('accounts as a', 'a.user_id', 'c.user_id')
    .select([
      'c.comment_id',
      'c.child_id',
      'c.year_id',
      'c.user_id',
      'c.content',
      'c.created_at',
      'c.updated_at',
      'a.real_name',
    ])
    .where('c.org_id', '=', orgId);

export const commentOf = (orgId: string, childId: string, yearId: string) =>
  comments(orgId).where('c.child_id', '=', childId).where('c.year_id', '=', yearId);
/** All comments on a student, latest year first. */
export const commentsOf = (orgId: string, childId: string) =>
  comments(orgId)
    .innerJoin('years as y', (join) => join.onRef('y.org_id', '=', 'c.org_id').onRef('y.year_id', '=', 'c.year_id'))
    .select('y.year_name')
    .where('c.child_id', '=', childId)
    .orderBy('y.start_on', 'desc');
export const commentById = (orgId: string, commentId: string) => comments(orgId).where('c.comment_id', '=', commentId);
export const yearById = (orgId: string, yearId: string) =>
  qb.selectFrom('years').select(['year_id', 'year_name']).where('org_id', '=', orgId).where('year_id', '=', yearId);

/** Returns 0 when a comment exists already. */
export const insertComment = (comment: Insertable<CommentsTable>) =>
  qb
    .insertInto('comments')
    .values(comment)
    .onConflict((c) => c.constraint('comments_one').doNothing());

/**
 * Returns no row when the comment has changed since.
 *
 * @param seen `updated_at` that the caller read
 */
export const updateComment = (
  orgId: string,
  commentId: string,
  userId: string,
  content: string,
  seen: string,
  at: string,
) =>
  qb
    .updateTable('comments')
    .set({ content, updated_at: sql<string>`greatest(${at}::timestamptz, updated_at + interval '1 millisecond')` })
    .where('org_id', '=', orgId)
    .where('comment_id', '=', commentId)
    .where('user_id', '=', userId)
    .where(sql<boolean>`date_trunc('milliseconds', updated_at) = ${seen}::timestamptz`)
    .returning('updated_at');

export const currentYear = (orgId: string) =>
  qb.selectFrom('years').select(['year_id', 'year_name']).where('org_id', '=', orgId).where('is_current', '=', true);

/** Enrolled students of a scope with their comment of a year and a user's draft, by class and name. */
export const commentsOfClass = (orgId: string, scope: Scope, yearId: string, userId: string, limit: number) =>
  qb
    .selectFrom('students as s')
    .leftJoin('classes as k', (join) => join.onRef('k.org_id', '=', 's.org_id').onRef('k.class_id', '=', 's.class_id'))
    .leftJoin('comments as c', (join) =>
      join.onRef('c.org_id', '=', 's.org_id').onRef('c.child_id', '=', 's.child_id').on('c.year_id', '=', yearId),
    )
    .leftJoin('comment_drafts as d', (join) =>
      join
        .onRef('d.org_id', '=', 's.org_id')
        .onRef('d.child_id', '=', 's.child_id')
        .on('d.year_id', '=', yearId)
        .on('d.user_id', '=', userId),
    )
    .leftJoin('accounts as a', 'a.user_id', 'c.user_id')
    .select([
      's.child_id',
      's.child_name',
      's.student_no',
      'k.class_name',
      'c.comment_id',
      'c.content',
      'c.user_id',
      'c.updated_at',
      'a.real_name',
      'd.draft_id',
      'd.content as draft',
      'd.updated_at as draft_at',
    ])
    .where('s.org_id', '=', orgId)
    .where('s.study_status', '=', ENROLLED)
    .where(studentsInScope(scope, 's'))
    .orderBy('k.class_name')
    .orderBy('s.name_pinyin')
    .orderBy('s.child_id')
    .limit(limit);

/** How many enrolled students of a scope have no comment of the current year. */
export const countMissing = (orgId: string, scope: Scope) =>
  qb
    .selectFrom('students as s')
    .innerJoin('years as y', (join) => join.onRef('y.org_id', '=', 's.org_id').on('y.is_current', '=', true))
    .leftJoin('comments as c', (join) =>
      join
        .onRef('c.org_id', '=', 's.org_id')
        .onRef('c.child_id', '=', 's.child_id')
        .onRef('c.year_id', '=', 'y.year_id'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('s.org_id', '=', orgId)
    .where('s.study_status', '=', ENROLLED)
    .where('c.comment_id', 'is', null)
    .where(studentsInScope(scope, 's'));

/** Whether the draft is still the one that its author read. */
const isDraftOf = (seen: string | undefined) =>
  sql<boolean>`date_trunc('milliseconds', comment_drafts.updated_at) = ${seen ?? null}::timestamptz`;

/**
 * Replaces the draft of the same student, year and author. Returns no row when it has changed since.
 *
 * @param seen `updated_at` that the author read, if there was a draft
 */
export const putDraft = (draft: Insertable<CommentDraftsTable>, seen: string | undefined) =>
  qb
    .insertInto('comment_drafts')
    .values(draft)
    .onConflict((c) =>
      c
        .constraint('comment_drafts_one')
        .doUpdateSet({
          draft_id: draft.draft_id,
          content: draft.content,
          updated_at: sql<string>`greatest(${draft.updated_at}::timestamptz, comment_drafts.updated_at + interval '1 millisecond')`,
        })
        .where(isDraftOf(seen)),
    )
    .returning('updated_at');
export const hasDraft = (orgId: string, childId: string, yearId: string, userId: string) =>
  qb
    .selectFrom('comment_drafts')
    .select('draft_id')
    .where('org_id', '=', orgId)
    .where('child_id', '=', childId)
    .where('year_id', '=', yearId)
    .where('user_id', '=', userId);
export const endDraft = (orgId: string, childId: string, yearId: string, userId: string) =>
  qb
    .deleteFrom('comment_drafts')
    .where('org_id', '=', orgId)
    .where('child_id', '=', childId)
    .where('year_id', '=', yearId)
    .where('user_id', '=', userId);
/** Ends the draft unless it has changed since. */
export const endDraftOf = (orgId: string, childId: string, yearId: string, userId: string, seen: string | undefined) =>
  endDraft(orgId, childId, yearId, userId).where(isDraftOf(seen));
