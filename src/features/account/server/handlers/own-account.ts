import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { sendSms } from '../../../../platform/identity/contract.ts';
import { ownOrgs } from '../../../../platform/identity/server/queries/memberships.ts';
import { nowIso } from '../../../../platform/runtime/server/clock.ts';
import { draftKey } from '../../../../platform/session/contract.ts';
import * as contract from '../../contract.ts';
import { bindMobile } from '../bind-mobile.ts';
import { changeAvatar, removeAvatar } from '../change-avatar.ts';
import { changeLoginName } from '../change-login-name.ts';
import { changePassword } from '../change-password.ts';
import { checkCode, resetForgotten, signInBySms } from '../recover-password.ts';
import { sendCode, statusOfMobile } from '../send-code.ts';

const OK = { ok: true } as const;

/** Endpoints for a person's own account, signed in or not (`spec §7`, authentication and account). */
export const ownAccountHandlers: readonly Implementation[] = [
  implement(sendSms, (ctx, { body }) => sendCode(ctx, body)),
  implement(contract.mobileStatus, (ctx, { params }) => statusOfMobile(ctx, params.mobile)),
  implement(contract.smsSignIn, (ctx, { body }) => signInBySms(ctx, body)),
  implement(contract.checkCode, (ctx, { body }) => checkCode(ctx, body)),
  implement(contract.resetForgotten, async (ctx, { body }) => {
    await resetForgotten(ctx, body);
    return OK;
  }),
  implement(contract.changePassword, async (ctx, { body }) => {
    await changePassword(ctx, body);
    return OK;
  }),
  implement(contract.changeLoginName, (ctx, { body }) => changeLoginName(ctx, body.login_name)),
  implement(contract.changeAvatar, (ctx, { body }) => changeAvatar(ctx, body.file_id)),
  implement(contract.removeAvatar, async (ctx) => {
    await removeAvatar(ctx);
    return OK;
  }),
  implement(contract.bindMobile, (ctx, { body }) => bindMobile(ctx, body.mobile, body.code)),
  implement(contract.ownSessions, async ({ services: { sessions }, caller: { userId, chainId } }) => {
    const items = (await sessions.list(userId)).map(({ id, appKind, device, address, signedInAt, seenAt }) => ({
      id,
      app_kind: appKind,
      device,
      address,
      signed_in_at: signedInAt,
      seen_at: seenAt,
      is_current: id === chainId,
    }));
    return { total: items.length, items };
  }),
  implement(contract.endSession, async ({ services: { sessions, log }, caller: { userId }, requestId }, { params }) => {
    if (!(await sessions.endOwn(userId, params.id)))
      throw new AppError('PSY_NOT_FOUND', { message: '这次登录已经结束' });
    log.info({ request_id: requestId, user_id: userId }, 'session ended by its owner');
    return OK;
  }),
  implement(draftKey, async ({ services: { cipher }, caller: { userId, chainId } }) => ({
    key: cipher.keyFor(`drafts\n${userId}\n${chainId}`),
  })),
  implement(contract.editions, async ({ services: { db, clock }, caller: { userId, onlyOrg } }) => {
    const [everywhere] = await db.read({ orgId: null, userId }, [ownOrgs(userId, nowIso(clock))]);
    const found = everywhere.filter(({ org_id }) => onlyOrg === undefined || org_id === onlyOrg);
    const items = found.map(({ account_expire_at, ...org }) => ({
      ...org,
      ...(account_expire_at !== null && { account_expire_at }),
    }));
    return { total: items.length, items };
  }),
];
