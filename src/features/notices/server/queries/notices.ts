import { sql, type Insertable } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';

/** A notice to a person inside the portal. */
export interface NoticesTable {
  org_id: string;
  notice_id: string;
  user_id: string;
  kind: string;
  subject_type: string;
  subject_id: string;
  /** Title of the subject, where everyone notified may read it. */
  title: string | null;
  /** Words for the reader, composed by an automation. */
  body: string | null;
  created_at: string;
  read_at: string | null;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    notices: NoticesTable;
  }
}

export const insertNotices = (rows: readonly Insertable<NoticesTable>[]) => qb.insertInto('notices').values([...rows]);

/** Whose notices: all of an account, or only those of some kinds. */
export interface Reader {
  userId: string;
  kinds?: readonly string[] | undefined;
}

const of = (orgId: string, { userId, kinds }: Reader) =>
  qb
    .selectFrom('notices')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .$if(kinds !== undefined, (q) => q.where('kind', 'in', kinds ?? []));
const SHOWN = ['notice_id', 'kind', 'subject_type', 'subject_id', 'title', 'body', 'created_at', 'read_at'] as const;

export const noticesOf = (orgId: string, reader: Reader, unread: boolean, limit: number, offset: number) =>
  of(orgId, reader)
    .select(SHOWN)
    .$if(unread, (q) => q.where('read_at', 'is', null))
    .orderBy('notice_id', 'desc')
    .limit(limit)
    .offset(offset);

export const countNotices = (orgId: string, reader: Reader) =>
  of(orgId, reader).select((eb) => [
    eb.fn.countAll<number>().as('all'),
    sql<number>`count(*) filter (where read_at is null)`.as('unread'),
  ]);

/** Unread notices after an id, oldest first. */
export const noticesAfter = (orgId: string, userId: string, id: string, limit: number) =>
  of(orgId, { userId })
    .select(SHOWN)
    .where('notice_id', '>', id)
    .where('read_at', 'is', null)
    .orderBy('notice_id')
    .limit(limit);

const unread = (orgId: string, at: string) =>
  qb.updateTable('notices').set({ read_at: at }).where('org_id', '=', orgId).where('read_at', 'is', null);

/** Marks one or all notices of a person as read. */
export const readNotices = (orgId: string, { userId, kinds }: Reader, at: string, noticeId?: string) =>
  unread(orgId, at)
    .where('user_id', '=', userId)
    .$if(kinds !== undefined, (q) => q.where('kind', 'in', kinds ?? []))
    .$if(noticeId !== undefined, (q) => q.where('notice_id', '=', noticeId ?? ''));

/** Marks all notices about a subject as read; returns their recipients. */
export const settleNotices = (orgId: string, type: string, id: string, at: string) =>
  unread(orgId, at).where('subject_type', '=', type).where('subject_id', '=', id).returning('user_id');

/** Marks a person's notices about some subjects as read. */
export const readNoticesAbout = (
  orgId: string,
  userId: string,
  types: readonly string[],
  ids: readonly string[],
  at: string,
) =>
  unread(orgId, at)
    .where('user_id', '=', userId)
    .where('subject_type', 'in', types)
    .where(sql<boolean>`subject_id = any(${ids}::text[])`);

/** Deletes all notices about subjects, read or not; returns their recipients. */
export const deleteNotices = (orgId: string, type: string, ids: readonly string[]) =>
  qb
    .deleteFrom('notices')
    .where('org_id', '=', orgId)
    .where('subject_type', '=', type)
    .where(sql<boolean>`subject_id = any(${ids}::text[])`)
    .returning('user_id');

export const noticeOf = (orgId: string, reader: Reader, noticeId: string) =>
  of(orgId, reader).select('notice_id').where('notice_id', '=', noticeId);

export const forgetNotices = (orgId: string, before: string) =>
  qb.deleteFrom('notices').where('org_id', '=', orgId).where('created_at', '<', before);
