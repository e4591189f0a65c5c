import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import { audit, type Auditor } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import { lockOrg } from '../../../platform/context/server/queries/orgs.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import type { FieldLocation } from '../../../platform/crypto/server/data-keys.ts';
import type { RowOf, Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { createRows } from '../../../platform/resources/server/write-rows.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { chosenAccountMaker } from '../../account/server/public.ts';
import { registerStudent, studentHooks } from '../../students/server/public.ts';
import type { acceptApplication as acceptContract } from '../contract/applications.ts';
import * as store from './queries/applications.ts';
import { freeInvitation } from './queries/invitations.ts';

type Application = NonNullable<RowOf<ReturnType<typeof store.lockApplication>>>;

/** The place that a reason is encrypted for. */
export const reasonOf = (id: string): FieldLocation => ({ table: 'student_applications', row: id, field: 'reason' });

/** @throws AppError `notFoundInScope`; PSY_CONFLICT when it has been decided */
async function lockPending(ctx: OrgContext, tx: Tx, id: string): Promise<Application & { password_hash: string }> {
  const { actor, services } = ctx;
  const scope = services.access.scope(actor, 'student-application');
  await tx.run(lockOrg(actor.orgId));
  const [application] = await tx.run(store.lockApplication(actor.orgId, scope, id));
  if (!application) throw notFoundInScope(scope);
  const { status, password_hash } = application;
  if (status !== 'pending' || password_hash === null)
    throw new AppError('PSY_CONFLICT', { message: `这份申请${labelOf('application_status', status)}，请刷新` });
  return { ...application, password_hash };
}

/** A new student with what was registered; the school's schema and hooks decide, as for one that is typed in. */
async function createStudent(ctx: OrgContext, tx: Tx, application: Application): Promise<string> {
  const { child_name, student_no, sex, class_id, mobile } = application;
  const body = { child_name, student_no, class_id, ...(sex !== null && { sex }), ...(mobile !== null && { mobile }) };
  const [row] = await createRows(inTransaction(ctx, tx), 'student', studentHooks, [body], false);
  return String(row?.['child_id']);
}

/** Who decides, as the application and the log name it. */
interface Decider {
  /** Null: nobody, it is automatic. */
  userId: string | null;
  auditor: Auditor;
  /** Follows the name in the log. */
  note?: string;
}

/**
 * Accepts a registration: a new student, or one on the roll, gets an account with the password that the person chose.
 * It uses one of the school's places.
 *
 * @param chosen The student on the roll; absent for a new one
 * @throws AppError `notFoundInScope`; PSY_CONFLICT when it has been decided; PSY_INVALID_INPUT where the school's
 *   schema refuses the student; errors of `registerStudent`
 */
export async function acceptApplication(
  ctx: OrgContext,
  tx: Tx,
  id: string,
  chosen?: string | null,
  { userId, auditor, note }: Decider = { userId: ctx.caller.userId, auditor: ctx },
): Promise<DataOf<typeof acceptContract>> {
  const { orgId } = ctx.actor;
  const application = await lockPending(ctx, tx, id);
  if (application.kind === 'account' && chosen == null) throw invalid('/child_id', '请选择名册中的学生');
  const student = chosen ?? (await createStudent(ctx, tx, application));
  const make = chosenAccountMaker(ctx, { hash: application.password_hash, mobile: application.mobile });
  const { child_id, login_name } = await registerStudent(ctx, tx, make, student);
  await tx.run(
    store.decide(orgId, id, {
      status: 'accepted',
      child_id,
      reason: null,
      decided_by: userId,
      at: ctx.nowIso(),
    }),
  );
  await audit(tx, auditor, {
    act: 'accept',
    resource: 'student-application',
    rowId: id,
    rowLabel: note === undefined ? application.child_name : `${application.child_name}（${note}）`,
    before: { status: 'pending' },
    after: { status: 'accepted', child_id },
  });
  return { child_id, login_name };
}

/**
 * Refuses a registration with a reason, which stays in the school. Its place in the invitation is free again.
 *
 * @throws AppError `notFoundInScope`; PSY_CONFLICT when it has been decided
 */
export async function refuseApplication(ctx: OrgContext, tx: Tx, id: string, reason: string): Promise<void> {
  const { orgId } = ctx.actor;
  const text = reason.trim();
  if (text === '') throw invalid('/reason', '请填写理由');
  const { invitation_id, child_name } = await lockPending(ctx, tx, id);
  const at = ctx.nowIso();
  const { keys } = inTransaction(ctx, tx).services;
  const sealed = await keys.encryptText(orgId, text, reasonOf(id));
  await tx.batch([
    store.decide(orgId, id, {
      status: 'refused',
      child_id: null,
      reason: sealed,
      decided_by: ctx.caller.userId,
      at,
    }),
    freeInvitation(orgId, invitation_id, at),
  ]);
  await audit(tx, ctx, {
    act: 'refuse',
    resource: 'student-application',
    rowId: id,
    rowLabel: child_name,
    before: { status: 'pending' },
    after: { status: 'refused', text_length: text.length },
  });
}
