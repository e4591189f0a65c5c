import { sql, type Insertable } from 'kysely';
import { qb } from '../../../platform/db/server/query-builder.ts';

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
declare module '../../../platform/db/server/tables.ts' {
  interface Tables {
    comments: CommentsTable;
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
