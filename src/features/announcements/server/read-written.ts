import type { OrgContext } from '../../../platform/context/server/context.ts';
import { PAGE_SIZE_DEFAULT } from '../../../platform/contract/common.ts';
import type { DataOf, QueryOf } from '../../../platform/contract/endpoint.ts';
import type { RowOf } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import { nameOfFile } from '../../../platform/media/server/files.ts';
import { playAddress } from '../../../platform/media/server/play.ts';
import { attachedTo } from '../../../platform/media/server/queries/media-files.ts';
import { withoutNulls } from '../../../platform/schema/json.ts';
import type {
  announcementReaders,
  OwnLine,
  Readers,
  WrittenAnnouncement,
  writtenAnnouncements,
} from '../contract/writing.ts';
import * as people from './queries/audience.ts';
import * as store from './queries/writing.ts';
import { ENTITY } from './save-draft.ts';
import { audienceOf, writerOf } from './writer.ts';

const lineOf = (row: RowOf<ReturnType<typeof store.listWritten>>): OwnLine => ({
  announcement_id: row.announcement_id,
  kind: row.kind,
  title: row.title,
  status: row.status,
  version: row.version,
  pinned: row.pinned,
  banner: row.banner,
  closed: row.closed,
  updated_at: row.updated_at,
  people: row.people,
  readers: row.readers,
  ...withoutNulls({
    publish_at: row.publish_at,
    published_at: row.published_at,
    ends_at: row.ends_at,
    withdrawn_at: row.withdrawn_at,
    withdraw_reason: row.withdraw_reason,
    updated_by_name: row.updated_by_name,
  }),
});

export async function listWritten(
  ctx: OrgContext,
  { page = 1, size = PAGE_SIZE_DEFAULT, kind, status }: QueryOf<typeof writtenAnnouncements>,
): Promise<DataOf<typeof writtenAnnouncements>> {
  const writer = writerOf(ctx);
  const part = { kind, status };
  const [items, [count]] = await ctx.read([
    store.listWritten(writer, part, size, (page - 1) * size),
    store.countWritten(writer, part),
  ]);
  return { total: count?.n ?? 0, items: items.map(lineOf) };
}

/** @throws AppError PSY_NOT_FOUND */
async function oneOf(ctx: OrgContext, id: string) {
  const [[row]] = await ctx.read([store.writtenOne(writerOf(ctx), id)]);
  if (!row) throw new AppError('PSY_NOT_FOUND');
  return row;
}

/** @throws AppError PSY_NOT_FOUND */
export async function openWritten(ctx: OrgContext, id: string): Promise<WrittenAnnouncement> {
  const { orgId } = ctx.actor;
  const row = await oneOf(ctx, id);
  const [files] = await ctx.read([attachedTo(orgId, ENTITY, [id])]);
  const ring = await ctx.services.keys.ring(orgId);
  return {
    ...lineOf(row),
    summary: row.summary,
    content: row.content,
    audience: audienceOf(row),
    notifies: row.notifies,
    ...withoutNulls({ cover_id: row.cover_id }),
    files: files.map((file) => ({
      file_id: file.file_id,
      name: nameOfFile(ring, file),
      play_url: playAddress(ctx, file.file_id).play_url,
    })),
  };
}

/**
 * How many of the people have read it, and which of the own staff. Of a draft, whom it would reach.
 *
 * @throws AppError PSY_NOT_FOUND
 */
export async function readReaders(
  ctx: OrgContext,
  id: string,
  { page = 1, size = PAGE_SIZE_DEFAULT, read }: QueryOf<typeof announcementReaders>,
): Promise<Readers> {
  const { orgId } = ctx.actor;
  const row = await oneOf(ctx, id);
  const now = ctx.nowIso();
  const [counts, schools, [total], items] = await ctx.read([
    people.countPeople(orgId, id, row, now),
    store.schoolNumbers(orgId, id),
    people.countStaffReaders(orgId, id, row, now, read),
    people.staffReaders(orgId, id, row, now, { read, limit: size, offset: (page - 1) * size }),
  ]);
  const group = (identity: number) => {
    const found = counts.find((one) => one.identity === identity);
    return { people: found?.people ?? 0, readers: found?.readers ?? 0 };
  };
  return {
    staff: group(IDENTITY.staff),
    students: group(IDENTITY.student),
    guardians: group(IDENTITY.parent),
    schools: schools.map(({ org_id, org_name, ...numbers }) => ({
      school_id: org_id,
      school_name: org_name,
      ...numbers,
    })),
    total: total?.n ?? 0,
    items: items.map(({ real_name, read_at }) => ({ real_name, ...withoutNulls({ read_at }) })),
  };
}
