import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { accountMaker, hashedPassword } from '../../account/server/public.ts';
import * as login from '../contract/authorised-login.ts';
import * as teachers from '../contract/teachers.ts';
import { authoriseLogin, ownLoginName } from './authorise-login.ts';
import { changeRoles } from './change-roles.ts';
import { grantableRoles, rolesOf } from './read-roles.ts';
import { resetAuthenticator } from './reset-authenticator.ts';
import { resetPassword } from './reset-password.ts';
import { setTeacherState } from './set-teacher-state.ts';

/** Roles and state of teachers, and authorised logins. */
export const staffHandlers: readonly Implementation[] = [
  implement(teachers.grantableRoles, (ctx) => grantableRoles(ctx)),
  implement(teachers.getTeacherRoles, (ctx, { params }) => rolesOf(ctx, params.id)),
  implement(teachers.putTeacherRoles, async (ctx, { params, body }) => {
    await ctx.transaction((tx) => changeRoles(ctx, tx, params.id, body.items, body.updated_at));
    return rolesOf(ctx, params.id);
  }),
  implement(teachers.putTeacherState, async (ctx, { params, body }) => {
    await ctx.transaction((tx) => setTeacherState(ctx, tx, params.id, body.enabled));
    return { ok: true } as const;
  }),
  implement(teachers.resetPassword, async (ctx, { params }) => {
    const password = await hashedPassword(ctx);
    return ctx.transaction((tx) => resetPassword(ctx, tx, password, params.id));
  }),
  implement(teachers.resetAuthenticator, async (ctx, { params }) => {
    await ctx.transaction((tx) => resetAuthenticator(ctx, tx, params.id));
    return { ok: true } as const;
  }),
  implement(login.createTempAccount, async (ctx, { body }) => {
    const make = await accountMaker(ctx);
    return ctx.transaction((tx) => authoriseLogin(ctx, tx, make, body.validity_duration));
  }),
  implement(login.loginName, (ctx) => ownLoginName(ctx)),
];
