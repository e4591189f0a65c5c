import '@testing-library/jest-dom/vitest';
import { screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  exchangeSignInToken,
  lookAtSignInToken,
} from '../../../../src/features/service-accounts/sign-in-token-contract.ts';
import { sessionStore } from '../../../../src/platform/http/web/portal.ts';
import { signOut, userInfo } from '../../../../src/platform/identity/contract.ts';
import { dropKey } from '../../../../src/platform/pages/web/token-key.ts';
import { freshBrowser, holdSession, visit } from '../../../app/web/portal-page.tsx';
import { staff } from '../../../support/msw-data.ts';
import { NO_NETWORK, portalServer, refusal } from '../../../support/msw.ts';

const portal = portalServer();
const KEY = 'key-of-one-minute';
const ME = staff().user_id;
beforeAll(() => portal.listen());
beforeEach(() => {
  freshBrowser(portal);
  portal.answer(exchangeSignInToken, () => portal.pair('b', ME));
});
afterEach(() => {
  dropKey();
  freshBrowser(portal);
});
afterAll(() => portal.close());

const stored = () =>
  [localStorage, sessionStorage]
    .flatMap((storage) => Array.from({ length: storage.length }, (_, i) => storage.getItem(storage.key(i) ?? '')))
    .join();

describe('a link with a key', () => {
  it('signs in and opens its page, with the key in neither address, state nor storage', async () => {
    const { path, address, router } = visit(`/index?token_key=${KEY}&a=1`);
    await waitFor(() => expect(path()).toBe('/index'));
    expect(address()).toBe('/index?a=1');
    expect(portal.requests(exchangeSignInToken)[0]?.body).toEqual({ token_key: KEY });
    expect(sessionStore.session()?.source).toBe('token');
    expect(JSON.stringify(router.state.location) + stored()).not.toContain(KEY);
  });

  it('says what to do when it is used up, and starts no session', async () => {
    portal.answer(exchangeSignInToken, refusal('AC_TOKEN_KEY_INVALID'));
    const { path } = visit(`/index?token_key=${KEY}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('登录链接已过期、已使用，或不属于本站');
    expect(path()).toBe('/key-login');
    expect(screen.getByRole('link', { name: '用账号登录' })).toHaveAttribute('href', '/login');
    expect(sessionStore.session()).toBeUndefined();
  });

  it('can be tried again when the server did not answer', async () => {
    portal.answer(exchangeSignInToken, NO_NETWORK);
    const { user, path } = visit(`/index?token_key=${KEY}`);
    const again = await screen.findByRole('button', { name: /重\s?试/ });
    portal.answer(exchangeSignInToken, () => portal.pair('b', ME));
    await user.click(again);
    await waitFor(() => expect(path()).toBe('/index'));
  });

  it('says that a page without a key has nothing to sign in with', async () => {
    visit('/key-login');
    expect(await screen.findByRole('alert')).toHaveTextContent('登录链接已经使用过');
  });
});

describe('where another person is signed in', () => {
  const holder = { user_id: 'u-other', real_name: '李秋', org_name: '一中' };

  it('asks who continues, and the other one does only then', async () => {
    holdSession(portal);
    portal.answer(lookAtSignInToken, holder);
    portal.answer(exchangeSignInToken, () => portal.pair('b', holder.user_id));
    const { user, path } = visit(`/index?token_key=${KEY}`);
    const enter = await screen.findByRole('button', { name: /以李秋的身份继续$/ });
    expect([portal.requests(exchangeSignInToken), portal.requests(signOut)]).toEqual([[], []]);
    portal.answer(userInfo, staff({ user_id: holder.user_id, real_name: holder.real_name }));
    await user.click(enter);
    await waitFor(() => expect(path()).toBe('/index'));
    expect(portal.requests(signOut)).toHaveLength(1);
    expect(sessionStore.session()?.user_id).toBe(holder.user_id);
  });

  it('keeps the session of the person who stays, and never uses the key', async () => {
    holdSession(portal);
    portal.answer(lookAtSignInToken, holder);
    const { user, path } = visit(`/index?token_key=${KEY}`);
    await user.click(await screen.findByRole('button', { name: /^仍以.*的身份继续$/ }));
    await waitFor(() => expect(path()).toBe('/index'));
    expect(sessionStore.session()?.user_id).toBe(ME);
    expect(portal.requests(exchangeSignInToken)).toEqual([]);
  });

  it('asks nothing when it is the same person', async () => {
    holdSession(portal);
    portal.answer(lookAtSignInToken, { ...holder, user_id: ME });
    const { path } = visit(`/index?token_key=${KEY}`);
    await waitFor(() => expect(path()).toBe('/index'));
    expect(portal.requests(exchangeSignInToken)).toEqual([]);
  });

  it('asks nothing when the former session has ended', async () => {
    holdSession(portal);
    let first = true;
    portal.answer(userInfo, () => {
      const answer = first ? refusal('AC_AUTH_INVALID_TOKEN') : staff();
      first = false;
      return answer;
    });
    const { path } = visit(`/index?token_key=${KEY}`);
    await waitFor(() => expect(path()).toBe('/index'));
    expect(portal.requests(exchangeSignInToken)).toHaveLength(1);
  });
});
