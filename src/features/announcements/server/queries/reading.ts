import { sql } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import type { AnnouncementKind } from '../../rules/kinds.ts';
import { reaches, type Reader } from './audience.ts';

/** Days that a withdrawn announcement stays in the lists of those who had read it. */
const WITHDRAWN_DAYS = 30;

/** What a reader may see: what is published and not over, and of the withdrawn what the reader had read. */
const visible = (reader: Reader, now: string) =>
  qb
    .selectFrom('announcements as a')
    .leftJoin('announcement_reads as r', (join) =>
      join
        .on('r.org_id', '=', reader.orgId)
        .onRef('r.announcement_id', '=', 'a.announcement_id')
        .on('r.user_id', '=', reader.userId),
    )
    .where(reaches(reader))
    .where((eb) =>
      eb.or([
        eb.and([eb('a.status', '=', 'published'), eb.or([eb('a.ends_at', 'is', null), eb('a.ends_at', '>', now)])]),
        eb.and([eb('a.status', '=', 'withdrawn'), eb('r.read_at', 'is not', null)]),
      ]),
    );

const inList = (reader: Reader, now: string) =>
  visible(reader, now).where(
    sql<boolean>`(a.withdrawn_at is null or a.withdrawn_at > ${now}::timestamptz - make_interval(days => ${sql.lit(WITHDRAWN_DAYS)}))`,
  );

const LINE = [
  'a.org_id',
  'a.announcement_id',
  'a.kind',
  'a.title',
  'a.summary',
  'a.publisher_name',
  sql<string>`a.published_at`.as('published_at'),
  'a.pinned',
  'a.withdrawn_at',
  'a.cover_id',
  'r.read_at',
] as const;

export interface ListPart {
  kind?: AnnouncementKind | undefined;
  unread?: boolean | undefined;
}

const isUnread = sql<boolean>`(r.read_at is null and a.status = 'published')`;
const part = (reader: Reader, now: string, { kind, unread = false }: ListPart) =>
  inList(reader, now)
    .$if(kind !== undefined, (q) => q.where('a.kind', '=', kind ?? 'announcement'))
    .$if(unread, (q) => q.where(isUnread));

/** Pinned ones first, then the latest. */
export const listFor = (reader: Reader, now: string, which: ListPart, limit: number, offset: number) =>
  part(reader, now, which)
    .select(LINE)
    .orderBy(sql`a.pinned and a.status = 'published'`, 'desc')
    .orderBy('a.published_at', 'desc')
    .orderBy('a.announcement_id', 'desc')
    .limit(limit)
    .offset(offset);

/** Unread ones first, then the latest; for cards. */
export const freshFor = (reader: Reader, now: string, which: ListPart, limit: number) =>
  part(reader, now, which)
    .select(LINE)
    .where('a.status', '=', 'published')
    .orderBy(sql`r.read_at is null`, 'desc')
    .orderBy('a.pinned', 'desc')
    .orderBy('a.published_at', 'desc')
    .orderBy('a.announcement_id', 'desc')
    .limit(limit);

export const countFor = (reader: Reader, now: string, which: ListPart) =>
  part(reader, now, which).select((eb) => eb.fn.countAll<number>().as('n'));

export const unreadFor = (reader: Reader, now: string) =>
  inList(reader, now)
    .select(['a.kind', (eb) => eb.fn.countAll<number>().as('n')])
    .where(isUnread)
    .groupBy('a.kind');

export const oneFor = (reader: Reader, now: string, id: string) =>
  visible(reader, now)
    .select([...LINE, 'a.content', 'a.status', 'a.ends_at', 'a.withdraw_reason'])
    .where('a.announcement_id', '=', id);

/** The latest banner that the reader has not dismissed. */
export const bannerFor = (reader: Reader, now: string) =>
  visible(reader, now)
    .select(['a.announcement_id', 'a.kind', 'a.title', sql<string>`a.published_at`.as('published_at')])
    .where('a.banner', '=', true)
    .where('a.status', '=', 'published')
    .where('r.dismissed_at', 'is', null)
    .orderBy('a.published_at', 'desc')
    .orderBy('a.announcement_id', 'desc')
    .limit(1);

export const unreadIds = (reader: Reader, now: string, kind: AnnouncementKind | undefined, limit: number) =>
  part(reader, now, { kind, unread: true }).select(['a.org_id', 'a.announcement_id']).limit(limit);

/** Marks as read; returns those that were not read before. */
export const markRead = (orgId: string, userId: string, ids: readonly string[], at: string) =>
  qb
    .insertInto('announcement_reads')
    .values(
      ids.map((announcement_id) => ({
        org_id: orgId,
        announcement_id,
        user_id: userId,
        read_at: at,
        dismissed_at: null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'announcement_id', 'user_id'])
        .doUpdateSet({ read_at: at })
        .where('announcement_reads.read_at', 'is', null),
    )
    .returning('announcement_id');

export const dismiss = (orgId: string, userId: string, id: string, at: string) =>
  qb
    .insertInto('announcement_reads')
    .values({ org_id: orgId, announcement_id: id, user_id: userId, read_at: null, dismissed_at: at })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'announcement_id', 'user_id']).doUpdateSet({ dismissed_at: at }),
    );

/** Counts a reader of a school for its institution. */
export const addReader = (count: { org_id: string; announcement_id: string; part: number; publisher_id: string }) =>
  qb
    .insertInto('announcement_counts')
    .values({ ...count, readers: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'announcement_id', 'part'])
        .doUpdateSet({ readers: sql<number>`announcement_counts.readers + 1` }),
    );
