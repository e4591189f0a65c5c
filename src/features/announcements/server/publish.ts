import { audit, type Auditor } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { invalidWithMessage } from '../../../platform/errors/invalid.ts';
import { dueBy } from '../../../platform/jobs/server/queries.ts';
import { isEmptyDocument } from '../../../platform/rich-text/rich-text.ts';
import { minuteOf } from '../../../platform/schema/wall-clock.ts';
import { deliverLater } from './deliver.ts';
import type { StoredAnnouncement } from './queries/tables.ts';
import * as store from './queries/writing.ts';
import { conflict, lockOwn, requireSchools, requireVersion, stateOf } from './writer.ts';

export const MOMENTS = 'announcement-moments';
/** Furthest time of a scheduled publication. */
const AHEAD_MAX_MS = 366 * 86_400_000;

type Publishable = Pick<StoredAnnouncement, 'content' | 'role_ids' | 'to_students' | 'to_guardians' | 'ends_at'>;

/**
 * Checks what a draft need not have.
 *
 * @param at When it is published (ISO)
 * @throws AppError PSY_INVALID_INPUT
 */
export function requirePublishable(row: Publishable, at: string): void {
  if (isEmptyDocument(row.content)) throw invalidWithMessage('/content', '请填写正文');
  if (row.role_ids.length === 0 && !row.to_students && !row.to_guardians)
    throw invalidWithMessage('/audience', '请选择读者');
  if (row.ends_at !== null && Date.parse(row.ends_at) <= Date.parse(at))
    throw invalidWithMessage('/ends_at', '结束时间应晚于发布时间');
}

/** Publishes a locked row: from now on its readers see it, and they are notified after the commit. */
export async function publishRow(
  tx: Tx,
  services: Pick<Services, 'clock' | 'ledger' | 'jobs'>,
  by: Auditor,
  row: StoredAnnouncement,
  at: string,
  publisher: string,
): Promise<void> {
  const { org_id: orgId, announcement_id: id, kind, title } = row;
  const [org] = await tx.run(orgById(orgId));
  await tx.run(
    store.changeWritten(orgId, id, {
      status: 'published',
      published_at: at,
      published_by: publisher,
      publisher_name: org?.org_name ?? '',
      publish_at: null,
    }),
  );
  if (row.ends_at !== null) await tx.run(dueBy(orgId, MOMENTS, row.ends_at));
  await deliverLater(tx, services, orgId, id);
  await audit(tx, by, { act: 'publish', resource: kind, rowId: id, rowLabel: title });
}

/**
 * Publishes a draft or a scheduled one now, or schedules it.
 *
 * @param publishAt ISO; now where absent
 * @throws AppError PSY_NOT_FOUND, PSY_CONFLICT, PSY_INVALID_INPUT
 */
export async function publish(ctx: OrgContext, tx: Tx, id: string, version: number, publishAt: string | undefined) {
  const {
    actor: { orgId },
    caller: { userId },
  } = ctx;
  const row = await lockOwn(ctx, tx, id);
  if (row.status === 'published') throw conflict('这一篇已经发布');
  if (row.status === 'withdrawn') throw conflict('这一篇已经撤回，不能再发布');
  requireVersion(row, version);
  requireSchools(ctx, row);
  const now = ctx.nowIso();
  if (publishAt === undefined) {
    requirePublishable(row, now);
    await publishRow(tx, ctx.services, ctx, row, now, userId);
    return stateOf(id, row.version + 1, 'published');
  }
  const at = Date.parse(publishAt);
  if (at <= ctx.now()) throw invalidWithMessage('/publish_at', '定时发布的时间应晚于现在');
  if (at > ctx.now() + AHEAD_MAX_MS) throw invalidWithMessage('/publish_at', '定时发布的时间应在一年以内');
  const publish_at = new Date(at).toISOString();
  requirePublishable(row, publish_at);
  await tx.run(dueBy(orgId, MOMENTS, publish_at));
  await tx.run(
    store.changeWritten(orgId, id, {
      status: 'scheduled',
      publish_at,
      published_by: userId,
      updated_by: userId,
      updated_at: now,
    }),
  );
  await audit(tx, ctx, {
    act: 'schedule',
    resource: row.kind,
    rowId: id,
    rowLabel: row.title,
    after: { publish_at: minuteOf(at) },
  });
  return stateOf(id, row.version + 1, 'scheduled');
}

/** @throws AppError PSY_NOT_FOUND, PSY_CONFLICT where it is published already */
export async function unschedule(ctx: OrgContext, tx: Tx, id: string) {
  const row = await lockOwn(ctx, tx, id);
  if (row.status !== 'scheduled') throw conflict(row.status === 'draft' ? '这一篇没有定时发布' : '这一篇已经发布');
  await tx.run(
    store.changeWritten(ctx.actor.orgId, id, {
      status: 'draft',
      publish_at: null,
      published_by: null,
      updated_by: ctx.caller.userId,
      updated_at: ctx.nowIso(),
    }),
  );
  await audit(tx, ctx, { act: 'unschedule', resource: row.kind, rowId: id, rowLabel: row.title });
  return stateOf(id, row.version + 1, 'draft');
}
