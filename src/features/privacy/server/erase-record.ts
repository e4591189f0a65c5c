import { erasableOn } from '../../../platform/access/retention.ts';
import { securitySettingsOf, settingsFrom } from '../../../platform/access/server/queries/security-settings.ts';
import { audit, type Auditor } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import { deleteMemberships, isMoreThan } from '../../../platform/identity/server/queries/memberships.ts';
import { endSessionsOfUsers } from '../../../platform/identity/server/queries/sessions.ts';
import { deleteFiles } from '../../../platform/media/server/queries/media-files.ts';
import { letGo, removeStrays } from '../../../platform/media/server/strays.ts';
import { encryptReason } from '../../../platform/resources/server/encrypted-fields.ts';
import * as store from '../../../platform/resources/server/queries/child-records.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { removeFilesAbout } from '../../exports/server/public.ts';
import { blockersOfStudent, lockAgainstHolds } from '../../retention/server/public.ts';
import { isAtSchool } from '../../students/public.ts';
import { requireChild, lockStudent } from '../../students/server/public.ts';
import type { Erasure } from '../contract.ts';
import { holdingOf, KEPT } from './holdings.ts';

/** Numbers of erased rows, the ended sessions, and the objects to delete after the commit. */
interface Removed {
  total: number;
  sessions: { session_id: string }[];
  objects: string[];
}

/** All data that an erasure of a child removes, at this moment. */
async function contents(read: OrgContext['read'], orgId: string, childId: string) {
  const [[found], counts, guardians, [student]] = await read([
    store.idsOfChild(childId),
    store.countsOfChild(childId),
    store.guardiansOnlyOf(orgId, childId),
    store.leavingOf(orgId, childId),
  ]);
  const ids = found?.ids ?? [];
  const [files] = await read([store.filesOfRecords(orgId, ids)]);
  const people = [
    ...guardians.map(({ user_id }) => [user_id, IDENTITY.parent] as const),
    [student?.user_id ?? null, IDENTITY.student] as const,
  ].flatMap(([userId, identity]) => (userId === null ? [] : [{ userId, identity }]));
  const accounts: string[] = [];
  for (const { userId, identity } of people) {
    const [[more]] = await read([isMoreThan(userId, orgId, identity)]);
    if (more?.is_more === false) accounts.push(userId);
  }
  const total = counts.reduce((sum, { n }) => sum + n, 0) + files.length + guardians.length + accounts.length;
  return { ids, counts, files, guardians, accounts, people, student, total };
}

/**
 * Previews an erasure: what is erased, what is kept, and whether the retention period has ended.
 *
 * @throws AppError `notFoundInScope`
 */
export async function previewErasure(ctx: OrgContext, id: string): Promise<Erasure> {
  const {
    actor: { orgId },
    services: { clock },
  } = ctx;
  const childId = await requireChild(ctx, id);
  const { counts, files, guardians, accounts, student, ids, total } = await contents(ctx.read, orgId, childId);
  const [[settings], entries] = await ctx.read([securitySettingsOf(orgId), store.entriesOn(orgId, ids)]);
  if (!student) throw new AppError('PSY_NOT_FOUND');
  const { retentionYears } = settingsFrom(settings);
  const blocked = await blockersOfStudent(ctx, childId);
  const day =
    student.left_at === null || isAtSchool(student.study_status)
      ? undefined
      : erasableOn(dayOf(Date.parse(student.left_at)), retentionYears);
  return {
    child_id: childId,
    child_name: student.child_name,
    retention_years: retentionYears,
    may_erase: day !== undefined && day <= dayOf(clock.now()) && blocked.length === 0,
    blocked,
    ...(day !== undefined && { left_at: student.left_at ?? undefined, erasable_on: day }),
    goes: counts.map(({ of_table, n }) => ({ table: of_table, title: holdingOf(of_table).title, total: n })),
    files: files.length,
    guardians: guardians.length,
    accounts: accounts.length,
    stays: [{ ...KEPT.log, total: entries.length }],
    total,
  };
}

/** Deletes all rows; objects of files are released and deleted after the commit. */
async function remove(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  orgId: string,
  childId: string,
  by: string,
): Promise<Removed> {
  const { ids, files, guardians, accounts, people, total } = await contents(
    (statements) => tx.batch(statements),
    orgId,
    childId,
  );
  const at = nowIso(clock);
  const packed = await removeFilesAbout(tx, { clock }, orgId, childId);
  const quarantined = await tx.run(store.quarantinedObjects(orgId, childId));
  await tx.run(store.eraseRows(childId));
  await tx.batch([
    deleteFiles(
      orgId,
      files.map(({ file_id }) => file_id),
    ),
    store.deleteGuardians(
      orgId,
      guardians.map(({ guardian_id }) => guardian_id),
    ),
  ]);
  for (const { userId, identity } of people) await tx.run(deleteMemberships(orgId, identity, [userId]));
  const sessions = accounts.length > 0 ? await tx.run(endSessionsOfUsers(accounts, at)) : [];
  await tx.run(store.deleteAccounts(accounts));
  await tx.run(
    store.insertErasures(
      [...new Set([childId, ...ids])].map((row_id) => ({
        org_id: orgId,
        row_id,
        child_id: childId,
        erased_at: at,
        erased_by: by,
      })),
    ),
  );
  return {
    total,
    sessions,
    objects: [
      ...packed,
      ...(await letGo(
        tx,
        { clock },
        orgId,
        [...files, ...quarantined].map(({ object_key }) => object_key),
      )),
    ],
  };
}

/** Why a record may not be erased now. */
function refusalOf({ erasable_on: day, blocked }: Erasure, today: string): string {
  if (day === undefined) return '只能清除已经离校或毕业的学生';
  if (day > today) return `按本校的保留年限，${day} 起才能清除`;
  return `现在不能清除：${blocked.join('、')}`;
}

/**
 * Erases the record of a child who has left, once the retention period has ended: rows, files, accounts, and the
 * child's part of the key that decrypts audit entries about the child.
 *
 * @param total of the preview, which proves that the caller has seen it
 * @throws AppError `notFoundInScope`, PSY_CONFLICT
 */
export async function eraseRecord(
  ctx: OrgContext,
  tx: Tx,
  id: string,
  { reason, total }: { reason: string; total: number },
): Promise<{ total: number }> {
  const {
    actor: { orgId },
    caller: { userId },
    services,
  } = ctx;
  const { access, keys, sessions } = services;
  const childId = await requireChild(inTransaction(ctx, tx), id);
  await lockAgainstHolds(tx, orgId, childId);
  await tx.run(store.lockCountsOfChild(childId));
  await tx.run(lockStudent(orgId, childId));
  const now = await previewErasure(inTransaction(ctx, tx), childId);
  if (!now.may_erase) throw new AppError('PSY_CONFLICT', { message: refusalOf(now, dayOf(ctx.now())) });
  if (now.total !== total)
    throw new AppError('PSY_CONFLICT', { message: '要清除的内容与您看到的不同了，请重新查看后再清除' });
  // The entry contains no name, because it outlives the erased data.
  await audit(tx, ctx, {
    act: 'erase',
    resource: 'student',
    rowId: childId,
    after: { total, ...(await encryptReason(keys.within(tx), orgId, childId, reason)) },
  });
  const erased = await remove(tx, services, orgId, childId, userId);
  tx.afterCommit(async () => {
    await removeStrays(services, orgId, erased.objects);
    await access.invalidateOrg(orgId);
    await sessions.publishEnded(erased.sessions);
  });
  return { total: erased.total };
}

/**
 * Repeats a decided erasure after the database was restored from a backup.
 *
 * @returns false when the student exists and has not left
 */
export async function repeatErasure(
  tx: Tx,
  services: Pick<Services, 'db' | 'clock' | 'ledger' | 'events' | 'objects' | 'log'>,
  auditor: Auditor,
  childId: string,
): Promise<boolean> {
  const {
    actor: { orgId },
    caller: { userId },
  } = auditor;
  await tx.run(store.lockCountsOfChild(childId));
  const [student] = await tx.run(lockStudent(orgId, childId));
  if (student && isAtSchool(student.study_status)) return false;
  if (!student) {
    await tx.run(
      store.insertErasures([
        {
          org_id: orgId,
          row_id: childId,
          child_id: childId,
          erased_at: nowIso(services.clock),
          erased_by: userId,
        },
      ]),
    );
    return true;
  }
  await audit(tx, auditor, { act: 'erase', resource: 'student', rowId: childId });
  const { objects } = await remove(tx, services, orgId, childId, userId);
  tx.afterCommit(() => removeStrays(services, orgId, objects));
  return true;
}
