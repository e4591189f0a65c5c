import '@testing-library/jest-dom/vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  authenticatorStatus,
  boundMobile,
  checkPassword,
  checkSms,
} from '../../../../src/features/verification/contract.ts';
import { abilities } from '../../../../src/platform/access/contract.ts';
import { getPreference, putPreference } from '../../../../src/platform/crud/contract/preferences.ts';
import { ApiError } from '../../../../src/platform/http/web/api-error.ts';
import { call } from '../../../../src/platform/http/web/call.ts';
import { sessionStore } from '../../../../src/platform/http/web/portal.ts';
import { captchaImage, createCaptchaSession, sendSms } from '../../../../src/platform/identity/contract.ts';
import { notifyFailure } from '../../../../src/platform/session/web/notify-failure.ts';
import '../../../../src/features/verification/web/VerificationPanel.tsx';
import { verification } from '../../../../src/platform/session/web/secondary.ts';
import { passwordDigest } from '../../../../src/platform/signing/mac.ts';
import { freshBrowser, holdSession, visit } from '../../../app/web/portal-page.tsx';
import { abilitiesOf } from '../../../support/msw-data.ts';
import { portalServer, refusal } from '../../../support/msw.ts';

const PAGE = '/student/archive';
const OPEN_PAGE = '/account-seeting';
const portal = portalServer();
const proof = (minutes = 10) => ({
  secondary_token: 'proof',
  expires_at: new Date(Date.now() + minutes * 60_000).toISOString(),
});

/** Stores a proof of an earlier verification for staff of the school. */
function storeProof(secondary_token: string, ms = 60_000): void {
  sessionStore.choose({ identity: 3, org_id: '2001', org_type: 2, role_id: 4 });
  sessionStore.setSecondary({ secondary_token, expires_at: Date.now() + ms });
}

beforeAll(() => portal.listen());
beforeEach(() => {
  freshBrowser(portal);
  verification.set({ round: 0, asked: false });
  holdSession(portal);
  portal.answer(abilities, { ...abilitiesOf(['index', 'student/archive']), protected: ['student/archive'] });
  portal.answer(authenticatorStatus, { enrolled: false, required: false, recovery_codes_left: 0 });
  portal.answer(boundMobile, { mobile: '199****0001' });
  portal.answer(checkPassword, () => proof());
  portal.answer(checkSms, () => proof());
  portal.answer(sendSms, { resend_after: 60 });
});
afterEach(() => vi.useRealTimers());
afterAll(() => portal.close());

const panel = () => screen.findByRole('region', { name: '身份验证' });
const content = () => screen.queryByText('请先选择学生');

describe('a protected page', () => {
  it('shows nothing before verification, which starts with short message where a mobile is bound', async () => {
    const { user } = visit(PAGE);
    const asked = await panel();
    expect(content()).toBeNull();
    expect((await within(asked).findAllByRole('tab')).map((tab) => tab.textContent)).toEqual(['短信验证', '密码验证']);
    expect(within(asked).getByLabelText('手机号')).toHaveValue('199****0001');
    expect(within(asked).getByLabelText('手机号')).toHaveAttribute('readonly');
    expect(within(asked).queryByLabelText('图形验证码')).toBeNull();
    await user.click(within(asked).getByRole('button', { name: /^验\s?证$/ }));
    expect(within(asked).getByText('请输入验证码')).toBeVisible();
    await user.type(within(asked).getByLabelText('短信验证码'), '123456{Enter}');
    expect(await screen.findByText('请先选择学生')).toBeVisible();
    expect(screen.getByText('验证成功')).toBeVisible();
    expect(portal.requests(checkSms)[0]?.body).toEqual({ code: '123456' });
    expect(sessionStore.secondaryToken(Date.now())).toBe('proof');
  });

  it('asks for the password only where no mobile is bound, and shows errors at the field', async () => {
    portal.answer(boundMobile, {});
    portal.answer(checkPassword, refusal('AC_WRONG_PASSWORD'));
    const { user } = visit(PAGE);
    const asked = await panel();
    const field = await within(asked).findByLabelText('登录密码');
    expect(within(asked).queryByRole('tab')).toBeNull();
    expect(within(asked).getByLabelText('账号')).toHaveValue('o2***r4');
    await user.click(within(asked).getByRole('button', { name: /^验\s?证$/ }));
    expect(within(asked).getByText('请输入密码')).toBeVisible();
    await user.type(field, 'Demo-2026!{Enter}');
    expect(await within(asked).findByText('账号或密码错误')).toBeVisible();
    expect(portal.requests(checkPassword)[0]?.body).toEqual({ password: passwordDigest('Demo-2026!') });
    portal.answer(checkPassword, () => proof());
    await user.type(field, '{Enter}');
    expect(await screen.findByText('请先选择学生')).toBeVisible();
  });

  it('opens at once with a valid proof, and every call carries it', async () => {
    storeProof('held');
    visit(PAGE);
    expect(await screen.findByText('请先选择学生')).toBeVisible();
    expect(screen.queryByRole('region', { name: '身份验证' })).toBeNull();
    expect(portal.requests(abilities)[0]?.headers.get('secondary-token')).toBe('held');
  });

  it('asks again after a change of organisation', () => {
    storeProof('held');
    sessionStore.chooseForReload({ identity: 3, org_id: '2001', org_type: 2, role_id: 8 });
    expect(sessionStore.secondaryToken(Date.now())).toBe('held');
    sessionStore.chooseForReload({ identity: 3, org_id: '2002', org_type: 2, role_id: 4 });
    expect(sessionStore.secondaryToken(Date.now())).toBeUndefined();
  });

  it('clears an expired proof', async () => {
    storeProof('old', -1);
    visit(PAGE);
    await panel();
    expect(localStorage.getItem('xinyu.secondary')).toBeNull();
  });

  it('is locked again when the server revokes the proof', async () => {
    storeProof('held');
    visit(PAGE);
    await screen.findByText('请先选择学生');
    act(() => notifyFailure(new ApiError({ code: 'PSY_INVALID_SECONDARY_TOKEN', status: 403, message: '' })));
    await panel();
    expect(content()).not.toBeVisible();
    expect(content()?.closest('[inert]')).not.toBeNull();
    expect(screen.queryByRole('heading', { name: '请先选择学生' })).toBeNull();
    expect(sessionStore.secondaryToken(Date.now())).toBeUndefined();
    expect(screen.queryByText('权限不足')).toBeNull();
  });

  it('opens when another tab is verified', async () => {
    visit(PAGE);
    await panel();
    sessionStore.setSecondary({ secondary_token: 'theirs', expires_at: Date.now() + 60_000 });
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'xinyu.secondary' })));
    expect(await screen.findByText('请先选择学生')).toBeVisible();
  });

  it('shows a message when the answer contains no token', async () => {
    portal.answer(checkPassword, { ...proof(), secondary_token: '' });
    portal.answer(boundMobile, {});
    const { user } = visit(PAGE);
    await user.type(await screen.findByLabelText('登录密码'), 'x{Enter}');
    expect(await screen.findByText('验证失败，没有取得验证凭证')).toBeVisible();
    expect(content()).toBeNull();
  });

  it('goes back by its link', async () => {
    const { user, router, path } = visit(OPEN_PAGE);
    await screen.findByText('o2001r4');
    await act(() => router.navigate(PAGE));
    await user.click(within(await panel()).getByRole('button', { name: '返回' }));
    await waitFor(() => expect(path()).toBe(OPEN_PAGE));
    expect(screen.queryByRole('region', { name: '身份验证' })).toBeNull();
  });
});

describe('a page that is not protected', () => {
  it('stays unchanged behind the dialog when one of its calls requires verification', async () => {
    const { user } = visit(OPEN_PAGE);
    const shown = await screen.findByText('o2001r4');
    act(() =>
      notifyFailure(new ApiError({ code: 'PSY_INVALID_SECONDARY_TOKEN', status: 403, message: '', quiet: true })),
    );
    await panel();
    expect(shown).not.toBeVisible();
    await user.click(await screen.findByRole('tab', { name: '密码验证' }));
    await user.type(screen.getByLabelText('登录密码'), 'x{Enter}');
    await waitFor(() => expect(shown).toBeVisible());
    expect(screen.queryByRole('region', { name: '身份验证' })).toBeNull();
  });
});

describe('a call that requires a proof', () => {
  const save = () => call(putPreference, SAVED);
  const SAVED = { params: { key: 'list.class' }, body: { value: { hidden: ['remark'] } } };

  /** Opens the page with a proof that the server no longer accepts. */
  async function expire() {
    storeProof('held');
    portal.answer(putPreference, ({ headers }) =>
      headers.get('secondary-token') === 'proof' ? { ok: true as const } : refusal('PSY_INVALID_SECONDARY_TOKEN'),
    );
    const opened = visit(PAGE);
    return { ...opened, shown: await screen.findByText('请先选择学生') };
  }
  const verify = async (user: ReturnType<typeof visit>['user']) => {
    await user.click(await screen.findByRole('tab', { name: '密码验证' }));
    await user.type(screen.getByLabelText('登录密码'), 'x{Enter}');
  };

  it('is sent again once after verification in a layer above the page, which stays as it is', async () => {
    const { user, shown } = await expire();
    const sent = [save(), save()];
    await panel();
    expect([shown.isConnected, shown.closest('[inert]') === null]).toEqual([true, false]);
    expect(shown).not.toBeVisible();
    await verify(user);
    await Promise.all(sent);
    await waitFor(() => expect(shown).toBeVisible());
    expect(shown.closest('[inert]')).toBeNull();
    expect(screen.queryByRole('region', { name: '身份验证' })).toBeNull();
    expect(portal.requests(putPreference).map(({ headers }) => headers.get('secondary-token'))).toEqual([
      'held',
      'held',
      'proof',
      'proof',
    ]);
    expect(portal.requests(checkPassword)).toHaveLength(1);
  });

  it('fails with a message when the user cancels, and nothing is sent', async () => {
    const { user, shown, path } = await expire();
    const sent = save().catch((error: unknown) => error);
    await user.click(within(await panel()).getByRole('button', { name: '返回' }));
    expect(await sent).toMatchObject({ code: 'VERIFICATION_CANCELLED' });
    expect(await screen.findByText('已取消身份验证，操作没有提交')).toBeVisible();
    expect(shown).toBeVisible();
    expect([path(), portal.requests(putPreference).length]).toEqual([PAGE, 1]);
  });

  it('is not followed by a second prompt when the page reads again after the user cancelled', async () => {
    const { user } = await expire();
    portal.answer(getPreference, refusal('PSY_INVALID_SECONDARY_TOKEN'));
    const sent = save().catch(() => call(getPreference, { params: SAVED.params }).catch((error: unknown) => error));
    await user.click(within(await panel()).getByRole('button', { name: '返回' }));
    expect(await sent).toMatchObject({ code: 'VERIFICATION_CANCELLED' });
    expect(screen.queryByRole('region', { name: '身份验证' })).toBeNull();
  });

  it('is cancelled when the page is left', async () => {
    const { router } = await expire();
    const sent = save().catch((error: unknown) => error);
    await panel();
    await act(() => router.navigate(OPEN_PAGE));
    expect(await sent).toMatchObject({ code: 'VERIFICATION_CANCELLED' });
    expect(portal.requests(putPreference)).toHaveLength(1);
  });

  it('fails as before when the server refuses the new proof too', async () => {
    const { user } = await expire();
    portal.answer(putPreference, refusal('PSY_INVALID_SECONDARY_TOKEN'));
    const sent = save().catch((error: unknown) => error);
    await panel();
    await verify(user);
    expect(await sent).toMatchObject({ code: 'PSY_INVALID_SECONDARY_TOKEN' });
    expect(portal.requests(putPreference)).toHaveLength(2);
  });
});

describe('a proof that expires on the screen', () => {
  const MINUTE = 60_000;

  it('hides the page of an absent user, and does not interrupt one who is there', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    storeProof('held', MINUTE);
    visit(PAGE);
    const shown = await screen.findByText('请先选择学生');
    act(() => void vi.advanceTimersByTime(2 * MINUTE));
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
    act(() => void vi.advanceTimersByTime(4 * MINUTE));
    expect(shown).toBeVisible();
    act(() => void vi.advanceTimersByTime(2 * MINUTE));
    expect(shown).not.toBeVisible();
    expect(shown.isConnected).toBe(true);
    vi.useRealTimers();
    await panel();
  });
});

describe('a code by short message', () => {
  const sendButton = () => screen.findByRole('button', { name: /发送/ });

  it('is sent once a minute, and the wait survives a reload', async () => {
    const first = visit(PAGE);
    await first.user.click(await sendButton());
    await waitFor(async () => expect(await sendButton()).toHaveTextContent('重新发送（60）秒'));
    expect(await sendButton()).toBeDisabled();
    expect(portal.requests(sendSms)[0]?.body).toEqual({ type: 5 });
    const kept = localStorage.getItem('xinyu.sms.5');
    const token = localStorage.getItem('xinyu.session');

    freshBrowser(portal);
    portal.answer(abilities, { ...abilitiesOf(['index', 'student/archive']), protected: ['student/archive'] });
    portal.answer(boundMobile, { mobile: '199****0001' });
    holdSession(portal);
    expect(token).not.toBeNull();
    localStorage.setItem('xinyu.sms.5', kept ?? '');
    visit(PAGE);
    expect(await sendButton()).toBeDisabled();
    expect((await sendButton()).textContent).toMatch(/^重新发送（(5\d|60)）秒$/);
  });

  it('may be sent again after a minute', async () => {
    localStorage.setItem('xinyu.sms.5', JSON.stringify({ user_id: 'u1', at: Date.now() - 61_000 }));
    // A code for another purpose does not start the wait.
    localStorage.setItem('xinyu.sms.3', JSON.stringify({ user_id: 'u1', at: Date.now() }));
    visit(PAGE);
    expect(await sendButton()).toBeEnabled();
    expect(await sendButton()).toHaveTextContent('发送验证码');
  });

  it('requires a captcha only once the server asks for it', async () => {
    portal.answer(createCaptchaSession, { session_id: 'cs' });
    portal.answer(captchaImage, new Blob(['picture'], { type: 'image/png' }));
    portal.answer(sendSms, refusal('AC_IDENTIFY_CODE_REQUIRED'));
    const { user } = visit(PAGE);
    await user.click(await sendButton());
    const picture = await screen.findByLabelText('图形验证码');
    await waitFor(() => expect(portal.requests(captchaImage).length).toBeGreaterThan(0));
    portal.answer(sendSms, { resend_after: 60 });
    await waitFor(() => expect(document.querySelector('button img')).not.toBeNull());
    await user.type(picture, 'abcd');
    await user.click(await sendButton());
    await waitFor(() =>
      expect(portal.requests(sendSms).at(-1)?.body).toEqual({ type: 5, session_id: 'cs', verification_code: 'abcd' }),
    );
    await waitFor(() => expect(screen.queryByLabelText('图形验证码')).toBeNull());
  });

  it('shows the message of the server at the field', async () => {
    portal.answer(sendSms, refusal('AC_TOO_MANY_REQUESTS', { message: '请 42 秒后再重新发送' }));
    const { user } = visit(PAGE);
    await user.click(await sendButton());
    expect(await screen.findByText('请 42 秒后再重新发送')).toBeVisible();
    expect(await sendButton()).toBeEnabled();
  });
});
