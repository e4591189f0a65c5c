import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { cleanFileName } from '../../../platform/media/attachments.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { isAtSchool } from '../../students/public.ts';
import { lockStudent } from '../../students/server/public.ts';
import { TRANSFER_DAYS } from '../rules.ts';
import { basisAt, sealPackage } from './contents.ts';
import { arrivalJob, informLater } from './inform.ts';
import type { Prepared } from './prepare-package.ts';
import { insertPackage, insertSent, waitingOf } from './queries/sent.ts';
import { newPassphrase, sealFile } from './seal-file.ts';

const DAY_MS = 86_400_000;

/** One package of a student waits at a time, also when two people send at once. */
async function requireNoneWaiting(ctx: OrgContext, tx: Tx, { student, leavesOn }: Prepared): Promise<void> {
  const { orgId } = ctx.actor;
  const [now] = await tx.run(lockStudent(orgId, student.child_id));
  if (!now) throw new AppError('PSY_NOT_FOUND');
  if (isAtSchool(now.study_status) && leavesOn === null)
    throw new AppError('PSY_CONFLICT', { message: '学生刚刚回到本校，请刷新后重试' });
  if ((await tx.run(waitingOf(orgId, student.child_id, ctx.nowIso()))).length > 0)
    throw new AppError('PSY_CONFLICT', { message: '这名学生已有一份档案在等待接收，请先撤回' });
}

/**
 * Hands a package over in one transaction of the sending school: what was sent, the package of the receiving school,
 * the log entry and the job that notifies the receiver.
 *
 * @throws AppError PSY_CONFLICT while another package of the student waits
 */
export async function sendPackage(ctx: OrgContext, tx: Tx, prepared: Prepared): Promise<void> {
  const { orgId } = ctx.actor;
  const { transferId, student, to, ring, maker, parts, sections, summary, basis, leavesOn } = prepared;
  const now = ctx.now();
  await requireNoneWaiting(ctx, tx, prepared);
  const keys = ctx.services.keys.within(tx);
  await tx.run(
    insertSent({
      org_id: orgId,
      transfer_id: transferId,
      child_id: student.child_id,
      to_org_id: to.orgId,
      to_name: to.name,
      parts,
      basis: await keys.encryptText(orgId, JSON.stringify(basis), basisAt(transferId)),
      leaves_on: leavesOn,
      sent_by: ctx.caller.userId,
      sent_at: isoTime(now),
    }),
  );
  if (to.orgId !== null && ring) {
    const { child_name, sex, born_on } = student;
    const sealed = sealPackage(ring, transferId, {
      student: { child_name, sex, born_on },
      sections,
      ...(summary && { summary }),
    });
    await tx.run(
      insertPackage({
        org_id: to.orgId,
        transfer_id: transferId,
        from_org_id: orgId,
        from_name: maker.orgName,
        parts,
        ...sealed,
        sent_at: isoTime(now),
        expires_at: isoTime(now + TRANSFER_DAYS * DAY_MS),
      }),
    );
    await informLater(tx, ctx, arrivalJob, { orgId: to.orgId, transferId });
  }
  await audit(tx, ctx, {
    act: 'hand_over',
    resource: 'student',
    rowId: student.child_id,
    rowLabel: student.child_name,
    after: {
      school_name: to.name,
      transfer_parts: parts.map((part) => labelOf('transfer_part', part)).join('、'),
      transfer_basis: basis[0]?.[1] ?? '',
    },
  });
}

/** The file for another system; it is stored nowhere. */
export async function fileOf({ now }: OrgContext, { student, maker, sections, summary, to, transferId }: Prepared) {
  const passphrase = newPassphrase();
  const { child_name, sex, born_on } = student;
  const content = await sealFile(
    {
      format: 'xinyu-transfer/1',
      transfer_id: transferId,
      from: maker.orgName,
      to: to.name,
      student: { child_name, sex, born_on },
      sections,
      ...(summary && { summary_pdf: summary.toString('base64') }),
    },
    passphrase,
  );
  // Whoever only sees the name of the file learns of no student.
  return { file_name: cleanFileName(`转学档案_${dayOf(now())}_${transferId}.jwe`), content, passphrase };
}
