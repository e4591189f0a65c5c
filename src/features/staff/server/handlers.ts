import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as login from '../contract/authorised-login.ts';
import * as teachers from '../contract/teachers.ts';
import { authoriseLogin, ownLoginName } from './authorise-login.ts';
import { changeRoles } from './change-roles.ts';
import { grantableRoles, rolesOf } from './read-roles.ts';
import { resetPassword } from './reset-password.ts';
import { setTeacherState } from './set-teacher-state.ts';

/** Roles and state of teachers, and authorised logins. */
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
  implement(login.createTempAccount, (ctx, { body }) => authoriseLogin(ctx, body.validity_duration)),
  implement(login.loginName, (ctx) => ownLoginName(ctx)),
];
