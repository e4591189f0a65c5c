import { sql, type Insertable, type Updateable } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import type { RichText } from '../../../../platform/rich-text/rich-text.ts';
import type { AnnouncementKind, AnnouncementState } from '../../rules/kinds.ts';
import type { AnnouncementsTable } from './tables.ts';

const json = (document: RichText) => sql<RichText>`${JSON.stringify(document)}::jsonb`;

/** Whose: all of the publisher, or those of one author where the writer reaches some schools only. */
export interface Writer {
  orgId: string;
  onlyBy?: string | undefined;
}
const written = ({ orgId, onlyBy }: Writer) =>
  qb
    .selectFrom('announcements as a')
    .where('a.org_id', '=', orgId)
    .$if(onlyBy !== undefined, (q) => q.where('a.created_by', '=', onlyBy ?? ''));

export interface WrittenPart {
  kind?: AnnouncementKind | undefined;
  status?: AnnouncementState | undefined;
}
const part = (writer: Writer, { kind, status }: WrittenPart) =>
  written(writer)
    .$if(kind !== undefined, (q) => q.where('a.kind', '=', kind ?? 'announcement'))
    .$if(status !== undefined, (q) => q.where('a.status', '=', status ?? 'draft'));

const people = sql<number>`(select coalesce(sum(d.people), 0)::int4 from announcement_deliveries d
  where d.announcement_id = a.announcement_id and d.publisher_id = a.org_id and d.org_id is not null)`;
const readers = sql<number>`((select count(r.read_at) from announcement_reads r where r.org_id = a.org_id and r.announcement_id = a.announcement_id)
  + (select coalesce(sum(n.readers), 0) from announcement_counts n where n.announcement_id = a.announcement_id and n.publisher_id = a.org_id and n.org_id is not null))::int4`;
const editor = sql<string | null>`(select e.real_name from accounts e where e.user_id = a.updated_by)`;

const rows = (writer: Writer, which: WrittenPart) =>
  part(writer, which)
    .selectAll('a')
    .select([people.as('people'), readers.as('readers'), editor.as('updated_by_name')]);

export const listWritten = (writer: Writer, which: WrittenPart, limit: number, offset: number) =>
  rows(writer, which)
    .orderBy(sql`coalesce(a.published_at, a.publish_at, a.updated_at)`, 'desc')
    .orderBy('a.announcement_id', 'desc')
    .limit(limit)
    .offset(offset);
export const countWritten = (writer: Writer, which: WrittenPart) =>
  part(writer, which).select((eb) => eb.fn.countAll<number>().as('n'));
export const writtenOne = (writer: Writer, id: string) => rows(writer, {}).where('a.announcement_id', '=', id);

export const lockWritten = (writer: Writer, id: string) =>
  written(writer).selectAll('a').select(editor.as('updated_by_name')).where('a.announcement_id', '=', id).forUpdate();

export const insertWritten = ({ content, ...row }: Insertable<AnnouncementsTable>) =>
  qb.insertInto('announcements').values({ ...row, content: json(content as RichText) });

/** Changes a locked row; its version goes on. */
export const changeWritten = (
  orgId: string,
  id: string,
  { content, ...set }: Updateable<AnnouncementsTable> & { content?: RichText },
) =>
  qb
    .updateTable('announcements')
    .set({ ...set, ...(content && { content: json(content) }), version: sql<number>`version + 1` })
    .where('org_id', '=', orgId)
    .where('announcement_id', '=', id);

export const deleteWritten = (orgId: string, id: string) =>
  qb.deleteFrom('announcements').where('org_id', '=', orgId).where('announcement_id', '=', id);

/** Which of some classes exist. */
export const knownClasses = (orgId: string, ids: readonly string[]) =>
  qb
    .selectFrom('classes')
    .select('class_id')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`class_id = any(${ids}::text[])`);

/** Numbers of each school about an announcement of its institution. Tenant: the institution. */
export const schoolNumbers = (orgId: string, id: string) =>
  sql<{ org_id: string; org_name: string; people: number; readers: number }>`
  select o.org_id, o.org_name, d.people,
    coalesce((select sum(n.readers) from announcement_counts n where n.org_id = d.org_id and n.announcement_id = d.announcement_id), 0)::int4 as readers
  from announcement_deliveries d join orgs o on o.org_id = d.org_id
  where d.publisher_id = ${orgId} and d.announcement_id = ${id} and d.org_id <> ${orgId} order by o.org_id`.compile(qb);
