import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import { classInScope } from '../../../platform/access/server/queries/scope.ts';
import { rightsOfRoles } from '../../../platform/access/server/rights-of-roles.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { holdersOf } from '../../../platform/identity/server/queries/memberships.ts';
import { codesOf } from '../../../platform/schema/labels.ts';
import { classPlace } from '../../classes/server/public.ts';
import { notify } from '../../notices/server/public.ts';
import { activeStaff } from '../../staff/server/public.ts';
import { addStep } from './add-step.ts';
import { scopeOf } from './case-scope.ts';
import { lockOpen } from './lock-case.ts';
import { remindOfNextStep } from './plan-next-step.ts';
import * as store from './queries/crisis-cases.ts';

/** Staff who may work on cases and whose scope includes the class. */
async function possibleOwners(
  read: Tx['batch'],
  { actor: { orgId }, services: { access }, nowIso }: OrgContext,
  classId: string | null,
): Promise<{ user_id: string; name: string }[]> {
  const may = await rightsOfRoles(read, access, orgId);
  const roles = [...codesOf('role')].map(Number).filter((role) => may(role, 'crisis/case/write', 'write'));
  const [holders, [place]] = await read([holdersOf(orgId, roles, nowIso()), classPlace(orgId, classId ?? '')]);
  const reaching = holders
    .filter(({ role_id: roleId, role_extend: roleExtend }) =>
      classInScope(access.scope({ roleId, roleExtend }, 'crisis-case'), place),
    )
    .map(({ user_id }) => user_id);
  const [staff] = await read([activeStaff(orgId, [...new Set(reaching)])]);
  return staff.map(({ user_id, teacher_name }) => ({ user_id, name: teacher_name }));
}

/**
 * Who may be put in charge of a case.
 *
 * @throws AppError `notFoundInScope`
 */
export async function readOwners(ctx: OrgContext, caseId: string) {
  const [[found]] = await ctx.read([store.caseById(ctx.actor.orgId, scopeOf(ctx), caseId)]);
  if (!found) throw notFoundInScope(scopeOf(ctx));
  return possibleOwners(ctx.read, ctx, found.class_id);
}

/**
 * Puts a person in charge of a case, and notifies them unless they did it themselves. Reminders of the next step go to
 * the new person.
 *
 * @throws AppError `notFoundInScope`, PSY_CONFLICT, PSY_INVALID_INPUT for a person who may not work on the case
 */
export async function assignCase(
  ctx: OrgContext,
  tx: Tx,
  caseId: string,
  { owner_id, version }: { owner_id: string; version: number },
): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
    services,
  } = ctx;
  const found = await lockOpen(tx, ctx, caseId, version);
  if (found.owner_id === owner_id) throw invalid('/owner_id', '该个案已由这位教师负责');
  const people = await possibleOwners((queries) => tx.batch(queries), ctx, found.class_id);
  const owner = people.find(({ user_id }) => user_id === owner_id);
  if (!owner) throw invalid('/owner_id', '这位教师不能跟进该个案，请另选一位');
  await tx.run(store.updateCase(orgId, caseId, { owner_id }));
  const was = found.owner_name === null ? '' : `，此前是${found.owner_name}`;
  await addStep(tx, ctx, { caseId, kind: 'owner', content: `负责人：${owner.name}${was}` });
  if (found.next_on !== null) await remindOfNextStep(tx, services, orgId, caseId, owner_id, found.next_on);
  if (owner_id !== userId)
    await notify(tx, services, orgId, [owner_id], {
      kind: 'case_assigned',
      subject: { type: 'crisis_case', id: caseId },
    });
  await audit(tx, ctx, {
    act: 'update',
    resource: 'crisis-case',
    rowId: caseId,
    rowLabel: found.child_name,
    before: { owner_name: found.owner_name ?? undefined },
    after: { owner_name: owner.name },
  });
}
