import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { inTransaction } from '../../../../platform/context/server/make-context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { newId } from '../../../../platform/db/server/ids.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { encryptReason } from '../../../../platform/resources/server/encrypted-fields.ts';
import { requireChild } from '../../../students/server/public.ts';
import type { Hold } from '../../contract.ts';
import * as store from '../queries/holds.ts';

const at = (row: string, field: 'reason' | 'lift_reason') => ({ table: 'legal_holds', row, field });

/** All holds with their reasons, those in force first. */
export async function readHolds(ctx: OrgContext): Promise<{ items: Hold[] }> {
  const { orgId } = ctx.actor;
  const [rows] = await ctx.read([store.holdsOf(orgId)]);
  // A ring creates the first key of a school, and reading writes nothing.
  if (rows.length === 0) return { items: [] };
  const ring = await ctx.services.keys.ring(orgId);
  return {
    items: rows.map(({ hold_id, subject_id, child_name, reason, set_by_name, set_at, ...lifted }) => ({
      hold_id,
      child_id: subject_id,
      ...(child_name !== null && { child_name }),
      reason: ring.decryptText(reason, at(hold_id, 'reason')),
      set_by_name: set_by_name ?? '',
      set_at,
      ...(lifted.lifted_at !== null && { lifted_at: lifted.lifted_at, lifted_by_name: lifted.lifted_by_name ?? '' }),
      ...(lifted.lift_reason !== null && {
        lift_reason: ring.decryptText(lifted.lift_reason, at(hold_id, 'lift_reason')),
      }),
    })),
  };
}

/** The child and the name: of a student who is here, or of one in quarantine, who has no name outside of it. */
async function subjectOf(ctx: OrgContext, tx: Tx, id: string): Promise<{ childId: string; name: string | null }> {
  const [quarantined] = await tx.run(store.heldChild(ctx.actor.orgId, id));
  if (quarantined?.child_name === null) return { childId: id, name: null };
  const childId = await requireChild(inTransaction(ctx, tx), id);
  const [found] = await tx.run(store.heldChild(ctx.actor.orgId, childId));
  return { childId, name: found?.child_name ?? null };
}

/**
 * Puts a legal hold on a student, also during a quarantine: nothing about the student is erased until it is lifted.
 *
 * @throws AppError `notFoundInScope`; PSY_CONFLICT when one is in force
 */
export async function setHold(
  ctx: OrgContext,
  tx: Tx,
  { child_id, reason }: { child_id: string; reason: string },
): Promise<{ hold_id: string }> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { clock, keys },
  } = ctx;
  const { childId, name } = await subjectOf(ctx, tx, child_id);
  await tx.run(store.lockSubject(orgId, childId));
  // The lock may have waited for an erasure, after which there is no student to hold.
  await subjectOf(ctx, tx, childId);
  const holdId = newId(clock);
  const ring = keys.within(tx);
  const added = await tx.run(
    store.insertHold({
      org_id: orgId,
      hold_id: holdId,
      subject_id: childId,
      reason: await ring.encryptText(orgId, reason.trim(), at(holdId, 'reason')),
      set_by: userId,
      set_at: ctx.nowIso(),
      lifted_by: null,
      lifted_at: null,
      lift_reason: null,
    }),
  );
  if (added === 0) throw new AppError('PSY_CONFLICT', { message: '这名学生已在依法保留' });
  await audit(tx, ctx, {
    act: 'hold',
    resource: 'student',
    rowId: childId,
    rowLabel: name,
    after: await encryptReason(ring, orgId, childId, reason),
  });
  return { hold_id: holdId };
}

/** @throws AppError PSY_NOT_FOUND; PSY_CONFLICT when it is lifted already */
export async function liftHold(ctx: OrgContext, tx: Tx, holdId: string, reason: string): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { keys },
  } = ctx;
  const ring = keys.within(tx);
  const lift = await ring.encryptText(orgId, reason.trim(), at(holdId, 'lift_reason'));
  const [lifted] = await tx.run(store.liftHold(orgId, holdId, { user: userId, at: ctx.nowIso(), reason: lift }));
  if (!lifted) {
    const [known] = await tx.run(store.holdOf(orgId, holdId));
    throw known ? new AppError('PSY_CONFLICT', { message: '这项保留已经解除，请刷新' }) : new AppError('PSY_NOT_FOUND');
  }
  const [child] = await tx.run(store.heldChild(orgId, lifted.subject_id));
  await audit(tx, ctx, {
    act: 'lift_hold',
    resource: 'student',
    rowId: lifted.subject_id,
    rowLabel: child?.child_name ?? null,
    after: await encryptReason(ring, orgId, lifted.subject_id, reason),
  });
}
