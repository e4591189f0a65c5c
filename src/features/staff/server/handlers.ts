import { implement, type Implementation, type OrgContext } from '../../../platform/context/server/context.ts';
import * as login from '../contract/authorised-login.ts';
import * as charge from '../contract/in-charge.ts';
import * as teachers from '../contract/teachers.ts';
import { authoriseLogin, ownLoginName } from './authorise-login.ts';
import { changeRoles } from './change-roles.ts';
import { gradeCharge, putInCharge, type Charge } from './put-in-charge.ts';
import { everyoneInCharge, holdersOf } from './read-in-charge.ts';
import { grantableRoles, rolesOf } from './read-roles.ts';
import { resetPassword } from './reset-password.ts';
import { setTeacherState } from './set-teacher-state.ts';

async function putHolders(ctx: OrgContext, of: Charge, userIds: readonly string[]) {
  await putInCharge(ctx, of, userIds);
  return holdersOf(ctx, of);
}

/** Roles and state of teachers, people in charge of grades and classes, and authorised logins. */
export const staffHandlers: readonly Implementation[] = [
  implement(teachers.grantableRoles, (ctx) => grantableRoles(ctx)),
  implement(teachers.getTeacherRoles, (ctx, { params }) => rolesOf(ctx, params.id)),
  implement(teachers.putTeacherRoles, async (ctx, { params, body }) => {
    await changeRoles(ctx, params.id, body.items, body.updated_at);
    return rolesOf(ctx, params.id);
  }),
  implement(teachers.putTeacherState, async (ctx, { params, body }) => {
    await setTeacherState(ctx, params.id, body.enabled);
    return { ok: true } as const;
  }),
  implement(teachers.resetPassword, (ctx, { params }) => resetPassword(ctx, params.id)),
  implement(charge.gradeHeads, (ctx, { params }) => holdersOf(ctx, gradeCharge(params.id))),
  implement(charge.putGradeHeads, (ctx, { params, body }) => putHolders(ctx, gradeCharge(params.id), body.user_ids)),
  implement(charge.classTeachers, (ctx, { params }) => holdersOf(ctx, { kind: 'class', classId: params.id })),
  implement(charge.putClassTeachers, (ctx, { params, body }) =>
    putHolders(ctx, { kind: 'class', classId: params.id }, body.user_ids),
  ),
  implement(charge.inCharge, (ctx) => everyoneInCharge(ctx)),
  implement(login.createTempAccount, (ctx, { body }) => authoriseLogin(ctx, body.validity_duration)),
  implement(login.loginName, (ctx) => ownLoginName(ctx)),
];
