import '@testing-library/jest-dom/vitest';
import { screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  bindThird,
  corporateSignIn,
  depart,
  pendingIdentity,
  providers,
  thirdSignIn,
} from '../../../../src/features/third-party/contract.ts';
import { isTooOld, wayTo, wworkVersion } from '../../../../src/features/third-party/web/app-version.ts';
import { browser, trip } from '../../../../src/features/third-party/web/trip.ts';
import { checkPassword } from '../../../../src/features/verification/contract.ts';
import { sessionStore } from '../../../../src/platform/http/web/portal.ts';
import { freshBrowser, visit } from '../../../app/web/portal-page.tsx';
import { refusal, portalServer } from '../../../support/msw.ts';

const portal = portalServer();
const STATE = 'a'.repeat(64);
const SECRET = 's'.repeat(43);
const PAGE = 'https://provider.example/authorise';
beforeAll(() => portal.listen());
beforeEach(() => {
  freshBrowser(portal);
  vi.spyOn(browser, 'goTo').mockReturnValue(undefined);
  portal.answer(thirdSignIn, () => portal.pair('t', 'u1'));
  portal.answer(corporateSignIn, () => portal.pair('t', 'u1'));
  portal.answer(pendingIdentity, refusal('AC_THIRD_STATE_INVALID'));
  portal.answer(checkPassword, { secondary_token: 'proof', expires_at: new Date(Date.now() + 600_000).toISOString() });
  portal.answer(bindThird, { ok: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  freshBrowser(portal);
});
afterAll(() => portal.close());

const wentOut = (provider: 'wechat' | 'qq' | 'wwork' | 'sso', purpose: 'sign-in' | 'bind' = 'sign-in') =>
  trip.set({ secret: SECRET, provider, purpose });

describe('the sign-in page', () => {
  it('offers the third parties of the site, with the name that the organisation chose', async () => {
    portal.answer(providers, {
      total: 2,
      items: [
        { plat_source: 'sso', ways: ['qr', 'in_app'], title: '一中统一认证', tenant: '2001', suite_id: '' },
        { plat_source: 'qq', ways: ['qr', 'in_app'], title: '', tenant: '', suite_id: '' },
      ],
    });
    visit('/login');
    expect(await screen.findByRole('link', { name: '一中统一认证' })).toHaveAttribute('href', '/sso-login?tenant=2001');
    expect(screen.getByRole('link', { name: 'QQ' })).toHaveAttribute('href', '/qq-login');
  });
});

describe('the page of a provider', () => {
  it('goes out with the hash of a secret that stays in the tab', async () => {
    portal.answer(depart, { url: PAGE });
    visit('/wechat-login');
    await waitFor(() => expect(browser.goTo).toHaveBeenCalledWith(PAGE));
    const [sent] = portal.requests(depart);
    expect(sent?.body).toEqual({
      plat_source: 'wechat',
      way: 'qr',
      browser_hash: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(JSON.stringify(sent?.body)).not.toContain(trip.get()?.secret);
  });

  it('leaves for an organisation that only the address names after a click, which says where', async () => {
    portal.answer(depart, { url: PAGE });
    portal.answer(providers, ({ query }) => ({
      total: query['tenant'] ? 1 : 0,
      items: query['tenant']
        ? [{ plat_source: 'sso' as const, ways: ['qr' as const], title: '一中统一认证', tenant: '2001', suite_id: '' }]
        : [],
    }));
    const { user } = visit('/sso-login?tenant=2001');
    const go = await screen.findByRole('button', { name: '前往“一中统一认证”' });
    expect(screen.getByText(/即将离开本站/)).toBeVisible();
    expect([portal.requests(depart), vi.mocked(browser.goTo).mock.calls]).toEqual([[], []]);
    await user.click(go);
    await waitFor(() => expect(browser.goTo).toHaveBeenCalledWith(PAGE));
    expect(portal.requests(depart)[0]?.body).toMatchObject({ plat_source: 'sso', tenant: '2001' });
  });

  it('leaves at once for the organisation of the host, and after a click on the sign-in page', async () => {
    portal.answer(depart, { url: PAGE });
    const offer = {
      plat_source: 'sso' as const,
      ways: ['qr' as const],
      title: '一中统一认证',
      tenant: '2001',
      suite_id: '',
    };
    portal.answer(providers, { total: 1, items: [offer] });
    const { user } = visit('/login');
    await user.click(await screen.findByRole('link', { name: '一中统一认证' }));
    await waitFor(() => expect(browser.goTo).toHaveBeenCalledTimes(1));
    visit('/sso-login?tenant=2001');
    await waitFor(() => expect(browser.goTo).toHaveBeenCalledTimes(2));
  });

  it('goes out by the app of a service provider, which the sign-in page offers inside WeCom', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 wxwork/4.1.36 MicroMessenger/7.0.1');
    portal.answer(depart, { url: PAGE });
    const offer = { plat_source: 'wwork' as const, ways: ['in_app' as const], title: '', tenant: '', suite_id: 'ww1' };
    portal.answer(providers, { total: 1, items: [offer] });
    const { user } = visit('/login');
    await user.click(await screen.findByRole('link', { name: '企业微信' }));
    await waitFor(() => expect(browser.goTo).toHaveBeenCalledWith(PAGE));
    expect(portal.requests(depart)[0]?.body).toMatchObject({ plat_source: 'wwork', way: 'in_app', suite_id: 'ww1' });
    expect(trip.get()).toMatchObject({ purpose: 'sign-in', suite_id: 'ww1' });
  });

  it('comes back to the app of a service provider, whose session names it', async () => {
    trip.set({ secret: SECRET, provider: 'wwork', purpose: 'sign-in', suite_id: 'ww1' });
    const { path } = visit(`/wwork-login?code=c1&state=${STATE}`);
    await waitFor(() => expect(path()).toBe('/index'));
    expect(portal.requests(corporateSignIn)[0]?.query).toEqual({ code: 'c1', suite_id: 'ww1' });
    expect(sessionStore.session()).toMatchObject({ source: 'wwork', suite_id: 'ww1' });
  });

  it('says outside of WeCom that the app of a service provider opens only there', async () => {
    visit('/wwork-login?suite_id=ww1');
    expect(await screen.findByRole('alert')).toHaveTextContent('请在企业微信的工作台里打开这个应用');
    expect(screen.queryByRole('button', { name: /重新用/ })).toBeNull();
    expect(portal.requests(depart)).toEqual([]);
  });

  it('says when a provider is not opened, and offers no second attempt', async () => {
    portal.answer(depart, refusal('AC_THIRD_NOT_OPENED', { message: 'QQ登录尚未开通，请用其他方式登录' }));
    visit('/qq-login');
    expect(await screen.findByRole('alert')).toHaveTextContent('QQ登录尚未开通');
    expect(screen.queryByRole('button', { name: /重新用/ })).toBeNull();
    expect(screen.getByRole('link', { name: '用其他方式登录' })).toHaveAttribute('href', '/login');
  });

  it('offers a second attempt when the provider was away', async () => {
    portal.answer(depart, refusal('PSY_UNAVAILABLE', { message: '微信暂时没有响应' }));
    const { user } = visit('/wechat-login');
    const again = await screen.findByRole('button', { name: '重新用微信登录' });
    portal.answer(depart, { url: PAGE });
    await user.click(again);
    await waitFor(() => expect(browser.goTo).toHaveBeenCalledWith(PAGE));
  });

  it('does not ask to leave for an organisation that offers no such sign-in', async () => {
    portal.answer(providers, { total: 0, items: [] });
    visit('/sso-login?tenant=2001');
    expect(await screen.findByRole('alert')).toHaveTextContent('统一身份认证登录尚未开通，请用其他方式登录。');
    expect(screen.queryByText(/即将离开本站/)).toBeNull();
    expect(portal.requests(depart)).toEqual([]);
  });

  it('signs in with what came back, and keeps neither code nor state in the address', async () => {
    wentOut('sso');
    const { path } = visit(`/sso-login?code=c1&state=${STATE}&iss=https%3A%2F%2Fidp.example`);
    await waitFor(() => expect(path()).toBe('/index'));
    expect(portal.requests(thirdSignIn)[0]?.body).toEqual({
      plat_source: 'sso',
      code: 'c1',
      state: STATE,
      browser: SECRET,
      iss: 'https://idp.example',
    });
    expect(trip.get()).toBeUndefined();
  });

  it('tells a person who refused', async () => {
    wentOut('wechat');
    visit(`/wechat-login?state=${STATE}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('您取消了微信授权，没有登录。');
    expect(portal.requests(thirdSignIn)).toEqual([]);
  });

  it('sends nothing when this browser did not go out', async () => {
    visit(`/wechat-login?code=c1&state=${STATE}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('不是在这个浏览器里发起的');
    expect(portal.requests(thirdSignIn)).toEqual([]);
  });

  it('shows why the provider or the code was refused, and starts again', async () => {
    wentOut('wwork');
    portal.answer(corporateSignIn, refusal('AC_THIRD_CODE_INVALID', { message: '授权已失效或已经使用过' }));
    portal.answer(depart, { url: PAGE });
    const { user } = visit(`/wwork-qr-login?code=c1&state=${STATE}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('授权已失效或已经使用过');
    await user.click(screen.getByRole('button', { name: '重新用企业微信登录' }));
    await waitFor(() => expect(browser.goTo).toHaveBeenCalledWith(PAGE));
  });

  it('leads an unbound identity to the binding, which names it and needs a password', async () => {
    wentOut('wechat');
    portal.answer(thirdSignIn, refusal('AC_THIRD_ACCOUNT_NOT_EXIST'));
    portal.answer(pendingIdentity, { plat_source: 'wechat', display_name: '小张' });
    const { user, path } = visit(`/wechat-login?code=c1&state=${STATE}`);
    await waitFor(() => expect(path()).toBe('/wechat-unlogin'));
    expect(await screen.findByText(/微信账号「小张」还没有绑定/)).toBeVisible();
    await user.type(await screen.findByLabelText('账号'), 'o2001r4');
    await user.type(screen.getByLabelText('密码'), 'Demo-2026!');
    await user.click(screen.getByRole('button', { name: /登\s?录/ }));
    await waitFor(() => expect(path()).toBe('/index'));
    expect(portal.requests(checkPassword)).toHaveLength(1);
    expect(portal.requests(bindThird)[0]?.body).toEqual({ plat_source: 'wechat', browser: SECRET });
  });

  it('signs nobody in when the binding is refused, and says why', async () => {
    wentOut('qq');
    portal.answer(pendingIdentity, { plat_source: 'qq', display_name: '' });
    portal.answer(bindThird, refusal('PSY_CONFLICT', { message: '您已经绑定了QQ，请先解绑再绑定新的' }));
    const { user, path } = visit('/qq-unlogin');
    await user.type(await screen.findByLabelText('账号'), 'o2001r4');
    await user.type(screen.getByLabelText('密码'), 'Demo-2026!');
    await user.click(screen.getByRole('button', { name: /登\s?录/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('您已经绑定了QQ');
    expect(path()).toBe('/qq-unlogin');
    expect(trip.get()?.secret).toBe(SECRET);
  });

  it('says when nothing waits to be bound', async () => {
    visit('/qq-unlogin');
    expect(await screen.findByRole('alert')).toHaveTextContent('没有等待绑定的QQ账号');
  });

  it('asks for WeCom itself, and for a newer one where it is too old', async () => {
    visit('/wwork-login');
    expect(await screen.findByRole('alert')).toHaveTextContent('请在企业微信里打开');
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 wxwork/2.4.9 MicroMessenger/6.3');
    visit('/wwork-login');
    expect(await screen.findByText('版本过低请升级')).toBeVisible();
  });
});

describe('the app that shows the page', () => {
  it('is told apart from WeChat and from browsers', () => {
    const wecom = 'Mozilla/5.0 MicroMessenger/7.0.1 wxwork/4.1.30';
    const wechat = 'Mozilla/5.0 MicroMessenger/8.0.49';
    expect([wayTo('wwork', wecom), wayTo('wechat', wecom), wayTo('wechat', wechat), wayTo('wechat', '')]).toEqual([
      'in_app',
      'qr',
      'in_app',
      'qr',
    ]);
    expect(wworkVersion(wecom)).toEqual([4, 1, 30]);
    expect([[2, 4, 99], [2, 5], [2, 5, 0], [3], [10, 0]].map(isTooOld)).toEqual([true, false, false, false, false]);
  });
});
