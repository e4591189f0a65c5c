import { randomBytes } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { zipSync, type Zippable } from 'fflate';
import { ARCHIVES_MAX } from '../../../shared/contract/exports.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { cleanFileName } from '../../../shared/rules/attachments.ts';
import { dayOf } from '../../../shared/schema/sheet.ts';
import type { OrgCall } from '../../context.ts';
import { notify } from '../notices/notify.ts';
import { pdfWriter } from '../../pdf/write-pdf.ts';
import { reach } from '../../resources/reading.ts';
import { studentHooks } from '../../resources/students.ts';
import { nameOf } from '../../store/accounts.ts';
import { audit } from '../../store/audit-logs.ts';
import * as store from '../../store/export-tasks.ts';
import { newId } from '../../store/ids.ts';
import { orgById } from '../../store/orgs.ts';
import { childrenNamed } from '../../store/students.ts';
import { rowsOfIds } from '../../store/rows/read.ts';
import { studentArchive } from './archive.ts';
import { KEPT_MS, sealedAt } from './tasks.ts';

/** `async_file`: archives of several students. */
const GROUP_ARCHIVES = 1;
/** Of one person at a time. */
const AT_ONCE = 3;

const iso = (ms: number) => new Date(ms).toISOString();
const tenantOf = ({ actor: { orgId } }: OrgCall) => ({ orgId, userId: null });

/** Who asks, with the rights of this moment: whoever has lost the role or the right gets no more. @throws AppError */
async function stillMay(call: OrgCall): Promise<OrgCall> {
  const { caller, actor: { orgId, orgType, roleId }, services: { access } } = call;
  const actor = await access.resolveActor(caller.userId, { orgId, orgType: String(orgType), roleId: String(roleId) });
  if (!access.decide(actor, 'student/archive', 'export')) throw new AppError('AC_FORBIDDEN');
  return { ...call, actor };
}

async function pack(call: OrgCall, fileId: string, childIds: readonly string[], names: { orgName: string; by: string }, stop: AbortSignal): Promise<Uint8Array | undefined> {
  const { actor: { orgId }, services: { clock, db } } = call;
  const write = await pdfWriter();
  const files: Zippable = {};
  for (const [i, childId] of childIds.entries()) {
    if (stop.aborted) return undefined;
    const archive = await studentArchive(await stillMay(call), childId, names);
    if (archive) files[cleanFileName(`${archive.name}.pdf`)] = write(archive.document);
    const [goesOn] = await db.write(tenantOf(call), [store.taskProgress(orgId, fileId, i + 1, iso(clock.now()))]);
    if (goesOn === 0) return undefined;
    await othersTurn();
  }
  return zipSync(files, { level: 0 });
}

async function work(call: OrgCall, fileId: string, childIds: readonly string[], names: { orgName: string; by: string }, stop: AbortSignal): Promise<void> {
  const { actor: { orgId }, caller: { userId }, services: { clock, db, keys, objects } } = call;
  try {
    const zip = await pack(call, fileId, childIds, names, stop);
    if (!zip) throw new Error('the packing was cut short');
    const object_key = `exports/${orgId}/${fileId}-${randomBytes(6).toString('base64url')}`;
    await objects.write(object_key, await keys.sealBytes(orgId, zip, sealedAt(fileId)), 'application/octet-stream');
    const kept = await db.transaction(tenantOf(call), async (tx) => {
      const count = await tx.run(store.taskReady(orgId, fileId, { object_key, file_size: zip.length }, iso(clock.now() + KEPT_MS)));
      return count === 0 ? 0 : notify(tx, { clock }, orgId, [userId], { kind: 'export_ready', subject: { type: 'export', id: fileId } });
    });
    if (kept === 0) await objects.remove(object_key);
  } catch (error) {
    await db.transaction(tenantOf(call), async (tx) => {
      if ((await tx.run(store.taskFailed(orgId, fileId))) > 0) await notify(tx, { clock }, orgId, [userId], { kind: 'export_failed', subject: { type: 'export', id: fileId } });
    });
    if (!stop.aborted) throw error;
  }
}

/**
 * Begins to pack the archives of some students. That each was given out is in the log before anything is.
 * @param ids of children or enrolments
 * @throws AppError PSY_INVALID_INPUT, PSY_NOT_FOUND where the role does not reach all of them, AC_TOO_MANY_REQUESTS
 */
export async function packArchives(call: OrgCall, ids: readonly string[]): Promise<{ task_id: string }> {
  const { actor: { orgId }, caller: { userId }, services: { background, clock, db } } = call;
  const wanted = [...new Set(ids)];
  if (wanted.length > ARCHIVES_MAX) throw new AppError('PSY_INVALID_INPUT', { message: `一次最多打包 ${ARCHIVES_MAX} 名学生`, details: [{ field: '/student_ids', message: `最多 ${ARCHIVES_MAX} 名学生` }] });
  const { rows } = reach(call, 'student', studentHooks);
  const [named, [org], [person]] = await db.read({ orgId, userId }, [childrenNamed(orgId, wanted), orgById(orgId), nameOf(userId)]);
  const found = (await db.read(tenantOf(call), [rowsOfIds(rows, named.map(({ child_id }) => child_id))]))[0];
  if (found.length === 0 || found.length < wanted.length) throw new AppError('PSY_NOT_FOUND', { message: '有学生不存在，或不在您的管理范围内' });
  const now = clock.now();
  const fileId = newId(clock);
  const childIds = found.map((row) => String(row['child_id']));
  await db.transaction(tenantOf(call), async (tx) => {
    const [{ n } = { n: 0 }] = await tx.run(store.countPacking(orgId, userId));
    if (n >= AT_ONCE) throw new AppError('AC_TOO_MANY_REQUESTS', { message: '您还有任务正在打包，请等它们完成' });
    await tx.run(store.insertTask({
      org_id: orgId, file_id: fileId, user_id: userId, type: GROUP_ARCHIVES, file_name: `学生档案_${dayOf(now)}_${childIds.length}人.zip`, status: store.PACKING, total: childIds.length, done: 0,
      object_key: null, file_size: null, created_at: iso(now), expires_at: iso(now + KEPT_MS), alive_at: iso(now),
    }));
    await audit(tx, call, ...found.map((row) => ({ act: 'export', resource: 'student', rowId: String(row['child_id']), rowLabel: String(row['child_name']), after: { file_name: '学生档案' } })));
  });
  background.start('student archives', (stop) => work(call, fileId, childIds, { orgName: org?.org_name ?? '', by: person?.real_name ?? '' }, stop));
  return { task_id: fileId };
}
