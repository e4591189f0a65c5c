import '@testing-library/jest-dom/vitest';
import { screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkSignUpCode, mobileSignUp, sendSignUpCode } from '../../../../src/features/sign-up/contract.ts';
import { sessionStore } from '../../../../src/platform/http/web/portal.ts';
import { freshBrowser, visit } from '../../../app/web/portal-page.tsx';
import { staff } from '../../../support/msw-data.ts';
import { portalServer, refusal } from '../../../support/msw.ts';

const portal = portalServer();
const MOBILE = '13911112222';
beforeAll(() => portal.listen());
beforeEach(() => {
  freshBrowser(portal);
  portal.answer(sendSignUpCode, { resend_after: 60 });
  portal.answer(checkSignUpCode, {
    sms_token: 'proof',
    expires_at: new Date(Date.now() + 600_000).toISOString(),
    orgs: [{ org_name: '青禾市第一中学', identity: 2 }],
  });
  portal.answer(mobileSignUp, () => portal.pair('t', staff().user_id));
});
afterEach(() => freshBrowser(portal));
afterAll(() => portal.close());

async function prove() {
  const opened = visit('/mobile-sign-up');
  const { user } = opened;
  await user.type(await screen.findByLabelText('手机号'), MOBILE);
  await user.click(screen.getByRole('button', { name: /验证码$/ }));
  await waitFor(() => expect(portal.requests(sendSignUpCode)[0]?.body).toEqual({ mobile: MOBILE }));
  await user.type(screen.getByLabelText('短信验证码'), '123456');
  await user.click(screen.getByRole('button', { name: '下一步' }));
  return opened;
}

describe('the sign-up with a mobile', () => {
  it('is reached from the sign-in', async () => {
    const { user, path } = visit('/login');
    await user.click(await screen.findByRole('link', { name: '用手机号开通账号' }));
    expect(path()).toBe('/mobile-sign-up');
  });

  it('proves the number, says what is opened, sets a password and signs in', async () => {
    const { user, path } = await prove();
    expect(await screen.findByText('青禾市第一中学 · 家长')).toBeVisible();
    await user.type(screen.getByLabelText('新密码'), 'Tidal-maple-47');
    await user.type(screen.getByLabelText('再次输入新密码'), 'Tidal-maple-47');
    await user.click(screen.getByRole('button', { name: '开通并登录' }));
    await waitFor(() => expect(path()).toBe('/index'));
    expect(portal.requests(mobileSignUp)[0]?.body).toMatchObject({ mobile: MOBILE, sms_token: 'proof' });
    expect(JSON.stringify(portal.requests(mobileSignUp))).not.toContain('Tidal-maple-47');
    expect(sessionStore.session()?.source).toBe('sms');
  });

  it('shows why a code was refused, at its field', async () => {
    portal.answer(
      checkSignUpCode,
      refusal('PSY_NOT_FOUND', { message: '没有学校为这个手机号准备账号，请联系学校核对登记的号码' }),
    );
    await prove();
    expect(await screen.findByText(/没有学校为这个手机号准备账号/)).toBeVisible();
    expect(screen.getByLabelText('手机号')).toBeInvalid();
  });

  it('begins again when the proof has expired', async () => {
    portal.answer(mobileSignUp, refusal('AC_IDENTIFY_CODE_WRONG', { message: '验证已过期，请重新获取验证码' }));
    const { user } = await prove();
    await user.type(await screen.findByLabelText('新密码'), 'Tidal-maple-47');
    await user.type(screen.getByLabelText('再次输入新密码'), 'Tidal-maple-47');
    await user.click(screen.getByRole('button', { name: '开通并登录' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('验证已过期');
    expect(screen.getByLabelText('手机号')).toHaveValue(MOBILE);
  });
});
