import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { Blob, OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { endSessionsOfUsers } from '../../../platform/identity/server/queries/sessions.ts';
import { releaseBindings } from '../../../platform/outside-identity/server/release.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { writeXlsx, XLSX_TYPE } from '../../../platform/sheets/server/write-xlsx.ts';
import { manageable } from './plan-password-reset.ts';
import { passwordBinding } from './prepare-passwords.ts';
import * as store from './queries.ts';
import { chunks, KEPT_MS, RESOURCE } from './reset-passwords.ts';

/**
 * A batch of the caller, locked.
 *
 * @throws AppError PSY_NOT_FOUND; AC_FORBIDDEN when another user started it
 */
async function lockOwn(tx: Tx, ctx: OrgContext, id: string) {
  const [batch] = await tx.run(store.lockBatch(ctx.actor.orgId, id));
  if (!batch) throw new AppError('PSY_NOT_FOUND');
  if (batch.user_id !== ctx.caller.userId) throw new AppError('AC_FORBIDDEN', { message: '只有发起人可以领取密码表' });
  return batch;
}

const columns = (headers: readonly string[]) => headers.map((header) => ({ header, cell: 'text' as const }));
const OF_STUDENTS = columns(['班级', '姓名', '学号', '登录名', '新密码']);
const OF_STAFF = columns(['姓名', '工号', '登录名', '新密码']);

/** A line of the sheet. */
interface SheetLine {
  staff: boolean;
  class_name: string | null;
  child_name: string;
  student_no: string;
  login_name: string;
  password: string;
}

/**
 * Activates the new passwords, ends the sessions of these accounts, unbinds their other ways in and returns the lines
 * of the sheet, in one transaction, so that every active password is in a sheet that can be fetched. Returns the same
 * lines again until the arrival of the sheet is confirmed.
 *
 * @throws AppError PSY_CONFLICT when the batch is not ready or has ended
 */
export async function fetchSheet(ctx: OrgContext, tx: Tx, id: string): Promise<SheetLine[]> {
  const {
    actor: { orgId },
    services: { cipher, sessions, access },
  } = ctx;
  const { state } = await lockOwn(tx, ctx, id);
  if (state === 'preparing') throw new AppError('PSY_CONFLICT', { message: '新密码还在生成，请稍候' });
  if (state !== 'ready' && state !== 'in_effect')
    throw new AppError('PSY_CONFLICT', { message: '密码表已经领取、取消或过期' });
  const { ended, changed } =
    state === 'ready' ? await putIntoEffect(tx, ctx, id, ctx.nowIso()) : { ended: [], changed: [] };
  const items = (await tx.run(store.itemsOf(orgId, id))).map(({ sealed, ...item }) => ({
    ...item,
    password: cipher.decrypt(passwordBinding(orgId, id, item.n), sealed ?? ''),
  }));
  await audit(tx, ctx, {
    act: 'export',
    resource: RESOURCE,
    rowId: id,
    rowLabel: `密码表 ${items.length} 行`,
    after: { total: items.length },
  });
  tx.afterCommit(async () => {
    await Promise.all([sessions.publishEnded(ended), ...changed.map((userId) => access.invalidateUser(userId))]);
  });
  return items;
}

/** The sheet as a file. */
export const sheetFile = (lines: readonly SheetLine[], now: number): Blob => ({
  contentType: XLSX_TYPE,
  fileName: `新密码_${dayOf(now)}.xlsx`,
  body: writeXlsx({
    name: '新密码',
    columns: lines.some(({ staff }) => staff) ? OF_STAFF : OF_STUDENTS,
    rows: lines.map(({ staff, class_name, child_name, student_no, login_name, password }) => [
      ...(staff ? [] : [class_name]),
      child_name,
      student_no,
      login_name,
      password,
    ]),
  }),
});

/**
 * Students who left or were disabled since the preview keep their password and are not in the sheet. The same holds for
 * staff who got a password elsewhere or now rank above the caller.
 */
async function putIntoEffect(
  tx: Tx,
  ctx: OrgContext,
  id: string,
  at: string,
): Promise<{ ended: { session_id: string }[]; changed: string[] }> {
  const {
    actor: { orgId },
    services: { clock },
  } = ctx;
  const staff = (await tx.run(store.itemsOf(orgId, id))).flatMap((item) => (item.staff ? [item.user_id] : []));
  const mine = staff.length > 0 ? [...(await manageable(tx, ctx, staff))] : [];
  const changed = (await tx.run(store.putIntoEffect(orgId, id, mine, at))).map(({ user_id }) => user_id);
  await tx.run(store.deleteItemsBut(orgId, id, changed));
  const ended = await tx.run(endSessionsOfUsers(changed, at));
  await tx.run(
    store.moveBatch(orgId, id, ['ready'], {
      state: 'in_effect',
      in_effect_at: at,
      expires_at: isoTime(clock.now() + KEPT_MS),
    }),
  );
  const items = await tx.run(store.itemsOf(orgId, id));
  for (const chunk of chunks(items)) {
    await audit(
      tx,
      ctx,
      ...chunk.map(({ staff: isStaff, child_id, child_name, login_name }) => ({
        act: 'reset_password',
        resource: isStaff ? 'teacher' : 'student',
        rowId: child_id,
        rowLabel: child_name,
        after: { login_name },
      })),
    );
  }
  await releaseBindings(ctx, tx, changed);
  return { ended, changed };
}

/** Deletes the passwords of a sheet that has arrived; idempotent. */
export async function confirmSheet(ctx: OrgContext, tx: Tx, id: string): Promise<void> {
  const { orgId } = ctx.actor;
  const { state } = await lockOwn(tx, ctx, id);
  if (state === 'received') return;
  if (state !== 'in_effect') throw new AppError('PSY_CONFLICT', { message: '密码表还没有领取，或者已经过期' });
  await tx.run(store.moveBatch(orgId, id, ['in_effect'], { state: 'received' }));
  await tx.run(store.deleteItems(orgId, [id]));
}
