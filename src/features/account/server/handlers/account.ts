import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import * as contract from '../../../../platform/identity/contract.ts';
import { drawCaptcha, giveWork, openCaptcha } from '../../../../platform/identity/server/captcha/captcha.ts';
import { network } from '../../../../platform/identity/server/network.ts';
import { userInfo } from '../read-user-info.ts';
import { signIn } from '../sign-in.ts';
import { signOut } from '../sign-out.ts';

export const accountHandlers: readonly Implementation[] = [
  implement(contract.signIn, (ctx, { body }) => signIn(ctx, body)),
  implement(contract.refreshToken, (ctx, { params }) => ctx.services.sessions.refresh(params.refresh_token, ctx)),
  implement(contract.signOut, async (ctx, { params }) => {
    await signOut(ctx, params.id);
    return { ok: true } as const;
  }),
  implement(contract.serverTime, async (ctx) => ({ timestamp: ctx.services.clock.now() })),
  implement(contract.createCaptchaSession, async (ctx) => ({ session_id: await openCaptcha(ctx.services.state) })),
  implement(contract.captchaImage, async (ctx, { params }) => ({
    contentType: 'image/png',
    body: await drawCaptcha(ctx.services.state, params.id),
  })),
  implement(contract.captchaWork, (ctx, { params }) => giveWork(ctx.services.state, params.id, network(ctx.address))),
  implement(contract.userInfo, (ctx) => userInfo(ctx)),
];
