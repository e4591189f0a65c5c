import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Requester } from '../../../platform/jobs/server/jobs.ts';
import { dueBy } from '../../../platform/jobs/server/queries.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import type { RosterBox } from '../box-contract.ts';
import { PARTS, type Part, type Received } from '../contract.ts';
import { nextHour } from '../rules/due.ts';
import * as store from './queries.ts';
import { readUpload } from './receive-roster.ts';
import { receive } from './receive.ts';
import { readSchool } from './school-state.ts';

/** The chore that reads what is due. */
export const ROSTER_BOX = 'roster-box';

const place = (orgId: string) => ({ table: 'roster_boxes', row: orgId, field: 'file' });

/** The setting, the file that lies there, and what became of the latest one. */
export async function readBox(ctx: OrgContext): Promise<RosterBox> {
  const { orgId } = ctx.actor;
  const [[box]] = await ctx.read([store.boxOf(orgId)]);
  if (!box) return { writes: false };
  const { hour, writes, due_at, file_name, put_at, state, read_at, outcome } = box;
  return {
    writes,
    ...(hour !== null && { hour, set_by: box.set_by_name ?? '' }),
    ...(hour !== null && due_at !== null && { due_at }),
    ...(put_at !== null && {
      file: { file_name: file_name ?? '', put_at, put_by: box.put_by_name ?? '', is_read: box.is_read },
    }),
    ...(state !== null && read_at !== null && outcome && { latest: { state, read_at, ...outcome } }),
  };
}

/** Sets when the file is read, for the person who sets it. Without an hour, the file goes. */
export async function setBox(
  ctx: OrgContext,
  tx: Tx,
  requester: Requester,
  { hour, writes }: { hour: number | null; writes: boolean },
): Promise<void> {
  const { orgId } = ctx.actor;
  const due_at = hour === null ? null : isoTime(nextHour(hour, ctx.now()));
  // Before the box: the chore locks the two in this order.
  if (due_at !== null) await tx.run(dueBy(orgId, ROSTER_BOX, due_at));
  const [before] = await tx.run(store.lockBox(orgId));
  await tx.run(store.putBox({ org_id: orgId, hour, writes, requester, due_at }));
  if (hour === null) await tx.run(store.dropFile(orgId));
  // A roster that is being written stops here: the new setting no longer allows writing without a person.
  if ((hour === null || !writes) && before?.state === 'writing')
    await tx.run(store.settleBox(orgId, { state: 'ready' }));
  const words = (box: { hour: number | null; writes: boolean } | undefined) => ({
    roster_hour: box === undefined || box.hour === null ? '不读取' : `${box.hour} 点`,
    roster_writes: box?.writes ? '自动写入' : '等待确认',
  });
  await audit(tx, ctx, {
    act: 'update',
    resource: 'roster',
    rowId: '*',
    rowLabel: '定时读取名册',
    before: words(before),
    after: words({ hour, writes }),
  });
}

/**
 * Stores a roster in place of the former one. It is checked first, without effect, so that the sender learns what is
 * wrong.
 *
 * @throws AppError PSY_CONFLICT where no hour is set; PSY_INVALID_INPUT
 */
export async function putFile(
  ctx: OrgContext,
  bytes: Uint8Array,
  fileName: string,
): Promise<{ put_at: string; due_at: string }> {
  const { orgId } = ctx.actor;
  const [[box]] = await ctx.read([store.boxOf(orgId)]);
  const notSet = () =>
    new AppError('PSY_CONFLICT', { message: '还没有设置读取名册的时刻：请管理员先在名册交换里设置' });
  if (!box || box.hour === null) throw notSet();
  await readUpload(ctx, bytes, await readSchool(ctx));
  const file = await ctx.services.keys.encryptBytes(orgId, bytes, place(orgId));
  const put_at = ctx.nowIso();
  return ctx.transaction(async (tx) => {
    const [kept] = await tx.run(store.putFile(orgId, { file, file_name: fileName, put_at, put_by: ctx.caller.userId }));
    if (!kept?.due_at) throw notSet();
    await audit(tx, ctx, {
      act: 'import',
      resource: 'roster',
      rowId: '*',
      rowLabel: '放入名册，等待读取',
      after: { file_name: fileName },
    });
    return { put_at, due_at: kept.due_at };
  });
}

/** The file that lies there. @throws AppError PSY_NOT_FOUND */
export async function openFile(
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  orgId: string,
): Promise<{ bytes: Uint8Array; fileName: string; putAt: string }> {
  const [[found]] = await db.read({ orgId, userId: null }, [store.fileOf(orgId)]);
  if (!found?.file || found.put_at === null)
    throw new AppError('PSY_NOT_FOUND', { message: '没有放入的名册，或已过期删除：请重新放入' });
  const bytes = await keys.decryptBytes(orgId, found.file, place(orgId));
  return { bytes, fileName: found.file_name ?? '', putAt: found.put_at };
}

/** Parts of an earlier reading, with those that began again in their places. */
const merged = (before: Received | undefined, now: Received): Received => ({
  ...now,
  parts: PARTS.flatMap(
    (part) => now.parts.find((one) => one.part === part) ?? before?.parts.find((one) => one.part === part) ?? [],
  ),
});

/**
 * Reads the file that lies there, and keeps what it brings for the page.
 *
 * @param part Begins this part again, of the file that was read last
 * @throws AppError PSY_NOT_FOUND without a file; PSY_CONFLICT where another one lies there by now; PSY_INVALID_INPUT
 */
export async function readFile(ctx: OrgContext, part: Part | undefined): Promise<Received> {
  const { orgId } = ctx.actor;
  const { bytes, fileName, putAt } = await openFile(ctx.services, orgId);
  const [[latest]] = await ctx.read([store.boxOf(orgId)]);
  if (part !== undefined && latest?.outcome?.put_at !== putAt)
    throw new AppError('PSY_CONFLICT', { message: '已放入另一份名册：请先读取它' });
  const now = await receive(ctx, bytes, fileName, part);
  return ctx.transaction(async (tx) => {
    const [box] = await tx.run(store.lockBox(orgId));
    const received = merged(part && box?.outcome?.received, now);
    const isOn = box?.state === 'writing' || box?.state === 'reading';
    const outcome = { file_name: fileName, put_at: putAt, received };
    await tx.run(store.markRead(orgId, putAt));
    const read = { read_at: ctx.nowIso(), outcome };
    await tx.run(store.settleBox(orgId, { ...(!isOn && { state: 'ready' as const }), ...read }));
    return received;
  });
}
