import { describe, expect, it } from 'vitest';
import { ieVersion } from '../../../../src/platform/pages/web/ie-version.ts';
import { guardRoute, type Visit } from '../../../../src/platform/pages/web/route-guard.ts';
import { dropKey, heldKey, takeKeyFrom } from '../../../../src/platform/pages/web/token-key.ts';

const visit = (address: string, rest: Partial<Visit> = {}) => {
  const { pathname, searchParams } = new URL(address, 'http://x');
  return guardRoute({ path: pathname, query: searchParams, open: false, signedIn: true, user: 'chosen', ...rest });
};
const open = { open: true, signedIn: false, user: 'none' } as const;
const go = (to: string, why?: string) => ({ act: 'go', to, ...(why && { why }) });
const show = { act: 'show' };

describe('rule 1: old Internet Explorer', () => {
  it('redirects to /IE-under9 from everywhere, once', () => {
    expect([
      visit('/login', { ...open, ieVersion: 8 }),
      visit('/index', { ieVersion: 6 }),
      visit('/IE-under9', { ...open, ieVersion: 8 }),
    ]).toEqual([go('/IE-under9'), go('/IE-under9'), show]);
  });

  it('lets version 9 and all other browsers through', () => {
    expect([visit('/index', { ieVersion: 9 }), visit('/index')]).toEqual([show, show]);
  });

  it('detects the version by the user agent', () => {
    expect([
      ieVersion('Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1)'),
      ieVersion('Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0'),
    ]).toEqual([8, undefined]);
  });
});

describe('rule 2: token_key', () => {
  it('leads to the page that signs in with it, whatever the route', () => {
    expect([
      visit('/index?token_key=abc&a=1'),
      visit('/login?token_key=', open),
      visit('/404?token_key=a', open),
    ]).toEqual(Array.from({ length: 3 }, () => go('/key-login', 'key-taken')));
  });

  it('is taken out of the address with the path that it was to open, which is one of the portal', () => {
    const taken = (address: string) => {
      const { pathname, search, hash } = new URL(address, 'http://x');
      return [takeKeyFrom({ pathname, search, hash }), heldKey()];
    };
    expect(taken('/exam?a=1&token_key=abc&b=2#c')).toEqual([true, { key: 'abc', to: '/exam?a=1&b=2#c' }]);
    for (const path of ['//evil.example/', '/%2F%2Fevil.example', '/\\evil.example'])
      expect(takeKeyFrom({ pathname: path, search: '?token_key=k', hash: '' }) && [path, heldKey()]).toEqual([
        path,
        { key: 'k', to: '/index' },
      ]);
    dropKey();
    expect([takeKeyFrom({ pathname: '/index', search: '?a=1', hash: '' }), heldKey()]).toEqual([false, undefined]);
  });
});

describe('rule 3: message_router', () => {
  it('redirects to /message/router with its parameters, signed in or not', () => {
    expect([visit('/index?message_router=warn&id=7'), visit('/login?message_router=warn', open)]).toEqual([
      go('/message/router?message_router=warn&id=7'),
      go('/message/router?message_router=warn'),
    ]);
    expect(visit('/message/router?message_router=warn', open)).toEqual(show);
  });
});

describe('rule 4: type=change-org', () => {
  it('redirects a signed-in user to the login page with the query', () => {
    expect(visit('/index?type=change-org&x=1')).toEqual(go('/login?type=change-org&x=1'));
  });

  it('shows the login page itself, and is ignored without a session', () => {
    expect([visit('/login?type=change-org', { open: true }), visit('/reset-password?type=change-org', open)]).toEqual([
      show,
      show,
    ]);
  });
});

describe('rule 5: the login page', () => {
  it('redirects a user with a current role to the home page', () => {
    expect(visit('/login', { open: true })).toEqual(go('/index'));
  });

  it('is shown to a user without one', () => {
    expect([visit('/login', open), visit('/login', { open: true, user: 'choosing' })]).toEqual([show, show]);
  });
});

describe('rule 6: no current role', () => {
  it('loads user info for a stored session', () => {
    expect([visit('/org-manage/class', { user: 'none' }), visit('/login', { open: true, user: 'none' })]).toEqual([
      { act: 'load' },
      { act: 'load' },
    ]);
  });

  it('does not load it for a public page', () => {
    expect(visit('/reset-password', { open: true, user: 'none' })).toEqual(show);
  });

  it('redirects to the login page when a choice is needed or without a session', () => {
    expect([
      visit('/index', { user: 'choosing' }),
      visit('/index', { signedIn: false, user: 'none' }),
      visit('/index', { signedIn: false, user: 'rejected' }),
    ]).toEqual([go('/login', 'login-first'), go('/login', 'login-first'), go('/login', 'login-first')]);
  });
});

it('shows a page to a user who may see it', () => {
  expect([visit('/index'), visit('/404', open)]).toEqual([show, show]);
});
