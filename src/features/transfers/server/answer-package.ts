import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import type { KeyRing } from '../../../platform/crypto/server/data-keys.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalidWithMessage } from '../../../platform/errors/invalid.ts';
import { isServiceExpired } from '../../../platform/jobs/server/tenant-chore.ts';
import { settle } from '../../notices/server/public.ts';
import { isAtSchool } from '../../students/public.ts';
import { requireChild } from '../../students/server/public.ts';
import type * as contract from '../contract.ts';
import { stateAt, type TransferState } from '../rules.ts';
import {
  answerAt,
  bodyAt,
  openSections,
  openStudent,
  openSummary,
  recordSummaryAt,
  type PackedStudent,
} from './contents.ts';
import { answerJob, informLater } from './inform.ts';
import { endPackage, insertRecord, insertSections, lockPackage, packageOf } from './queries/received.ts';
import { studentOf } from './queries/sent.ts';

const ENDED: Readonly<Record<TransferState, string>> = {
  waiting: '这份档案正在处理，请刷新后重试',
  accepted: '本校已经接收了这份档案',
  declined: '本校已经退回了这份档案',
  withdrawn: '发送的学校已经撤回这份档案',
  expired: '这份档案已经过期',
  handed_out: '这份档案已经交出',
};

/** Locks a package that waits. @throws AppError PSY_NOT_FOUND, PSY_CONFLICT */
async function lockWaiting(ctx: OrgContext, tx: Tx, transferId: string) {
  const [found] = await tx.run(lockPackage(ctx.actor.orgId, transferId));
  if (!found) throw new AppError('PSY_NOT_FOUND');
  const state = stateAt(found.state, found.expires_at, ctx.now());
  const { student, content, summary } = found;
  if (state !== 'waiting' || student === null || content === null)
    throw new AppError('PSY_CONFLICT', { message: ENDED[state] });
  return { ...found, student, content, summary };
}

/** The own student whom the package is about. @throws AppError `notFoundInScope`, PSY_INVALID_INPUT */
async function requireSame(ctx: OrgContext, tx: Tx, id: string, packed: PackedStudent) {
  const childId = await requireChild(inTransaction(ctx, tx), id);
  const [own] = await tx.run(studentOf(ctx.actor.orgId, childId));
  if (!own || !isAtSchool(own.study_status)) throw invalidWithMessage('/child_id', '请选择本校在校的学生');
  const other = own.born_on !== null && packed.born_on !== null && own.born_on !== packed.born_on;
  if (own.child_name !== packed.child_name || other)
    throw invalidWithMessage('/child_id', '姓名或出生日期与档案不符，请核对后再接收');
  return own;
}

/** Copies the contents to the student, encrypted for their new place. */
async function file(
  ctx: OrgContext,
  tx: Tx,
  ring: KeyRing,
  childId: string,
  found: Awaited<ReturnType<typeof lockWaiting>>,
): Promise<void> {
  const { orgId } = ctx.actor;
  const { transfer_id, from_name, sent_at, content, summary } = found;
  await tx.run(
    insertRecord({
      org_id: orgId,
      transfer_id,
      child_id: childId,
      from_name,
      sent_at,
      accepted_by: ctx.caller.userId,
      accepted_at: ctx.nowIso(),
      summary:
        summary === null
          ? null
          : ring.encryptText(openSummary(ring, transfer_id, summary), recordSummaryAt(transfer_id)),
    }),
  );
  const rows = openSections(ring, transfer_id, content).map(({ part, title, rows: pairs }, position) => {
    const section_id = newId(ctx.services.clock);
    const body = ring.encryptText(JSON.stringify(pairs), bodyAt(section_id));
    return { org_id: orgId, section_id, transfer_id, child_id: childId, position, part, title, body };
  });
  await tx.run(insertSections(rows));
}

async function end(ctx: OrgContext, tx: Tx, transferId: string, fromOrgId: string): Promise<void> {
  await settle(tx, ctx.services, ctx.actor.orgId, { type: 'transfer', id: transferId });
  await informLater(tx, ctx, answerJob, { orgId: fromOrgId, transferId });
}

/**
 * Accepts a package for an own student. Of two people who accept at once one does.
 *
 * @throws AppError PSY_NOT_FOUND; PSY_CONFLICT where it does not wait any more; PSY_INVALID_INPUT where the student is
 *   another one or not at school
 */
export async function acceptPackage(
  ctx: OrgContext,
  tx: Tx,
  transferId: string,
  id: string,
): Promise<DataOf<typeof contract.accept>> {
  const { orgId } = ctx.actor;
  const found = await lockWaiting(ctx, tx, transferId);
  const ring = await ctx.services.keys.within(tx).ring(orgId);
  const own = await requireSame(ctx, tx, id, openStudent(ring, transferId, found.student));
  await file(ctx, tx, ring, own.child_id, found);
  const ended = { state: 'accepted', answered_at: ctx.nowIso(), answered_by: ctx.caller.userId } as const;
  await tx.run(endPackage(orgId, transferId, ended));
  await end(ctx, tx, transferId, found.from_org_id);
  await audit(tx, ctx, {
    act: 'take_in',
    resource: 'student',
    rowId: own.child_id,
    rowLabel: own.child_name,
    after: { school_name: found.from_name },
  });
  return { transfer_id: transferId, child_id: own.child_id };
}

/** The reason as the sending school will read it; undefined while its keys are locked. Call it outside of transactions. */
export async function sealAnswer(ctx: OrgContext, transferId: string, reason: string): Promise<string | undefined> {
  const [[found]] = await ctx.read([packageOf(ctx.actor.orgId, transferId)]);
  if (!found) throw new AppError('PSY_NOT_FOUND');
  try {
    return await ctx.services.keys.encryptText(found.from_org_id, reason.trim(), answerAt(transferId));
  } catch (error) {
    if (isServiceExpired(error)) return undefined;
    throw error;
  }
}

/** @param answer Of `sealAnswer` @throws AppError PSY_NOT_FOUND; PSY_CONFLICT where it does not wait any more */
export async function declinePackage(
  ctx: OrgContext,
  tx: Tx,
  transferId: string,
  answer: string | undefined,
): Promise<DataOf<typeof contract.decline>> {
  const { orgId } = ctx.actor;
  const found = await lockWaiting(ctx, tx, transferId);
  const ended = { state: 'declined', answered_at: ctx.nowIso(), answered_by: ctx.caller.userId } as const;
  await tx.run(endPackage(orgId, transferId, { ...ended, ...(answer !== undefined && { answer }) }));
  await end(ctx, tx, transferId, found.from_org_id);
  await audit(tx, ctx, { act: 'turn_back', resource: 'transfer', rowId: transferId, rowLabel: found.from_name });
  return { transfer_id: transferId, state: 'declined' };
}
