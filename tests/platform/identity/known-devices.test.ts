import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RequestContext } from '../../../src/platform/context/server/context.ts';
import {
  deviceOfRequest,
  isKnownTo,
  keepDevice,
  newDevice,
  readDevice,
  rememberAccount,
} from '../../../src/platform/identity/server/known-devices.ts';

const cipherOf = (secret: string) => ({
  keyFor: (purpose: string) => createHash('sha256').update(`${secret}\n${purpose}`).digest('base64url'),
});
const cipher = cipherOf('secret');

/** A browser with its cookie. */
class Browser {
  cookie = '';
  get request(): RequestContext {
    const deviceCookie = { value: this.cookie, replace: (value: string) => (this.cookie = value) };
    return { services: { cipher }, deviceCookie } as unknown as RequestContext;
  }
  knows(userId: string): boolean {
    return isKnownTo(cipher, deviceOfRequest(this.request), userId);
  }
}

describe('a device that somebody signed in on', () => {
  it('is known to that account, and to no other', () => {
    const browser = new Browser();
    expect([browser.knows('user:a'), deviceOfRequest(browser.request)]).toEqual([false, undefined]);
    rememberAccount(browser.request, 'user:a');
    expect([browser.knows('user:a'), browser.knows('user:b')]).toEqual([true, false]);
    rememberAccount(browser.request, 'user:b');
    expect([browser.knows('user:a'), browser.knows('user:b')]).toEqual([true, true]);
  });

  it('stays the same device, and remembers an account once', () => {
    const browser = new Browser();
    rememberAccount(browser.request, 'user:a');
    const id = deviceOfRequest(browser.request)?.id;
    for (const user of ['user:b', 'user:a', 'user:a']) rememberAccount(browser.request, user);
    expect(deviceOfRequest(browser.request)).toMatchObject({ id, accounts: [expect.any(String), expect.any(String)] });
  });

  it('forgets the account that was used longest ago after twenty-four', () => {
    const browser = new Browser();
    for (let n = 0; n < 25; n++) rememberAccount(browser.request, `user:${n}`);
    expect([browser.knows('user:0'), browser.knows('user:1'), browser.knows('user:24')]).toEqual([false, true, true]);
    expect(deviceOfRequest(browser.request)?.accounts).toHaveLength(24);
  });

  it('has no name in its cookie, which only this server can write', () => {
    const browser = new Browser();
    rememberAccount(browser.request, 'user:zhang');
    expect(browser.cookie).not.toContain('zhang');
    expect(readDevice(cipherOf('other secret'), browser.cookie)).toBeUndefined();
    const [id = '', mac = '', ...accounts] = browser.cookie.split('.');
    const written = (...parts: string[]) => readDevice(cipher, parts.join('.'));
    expect(written(id, mac, ...accounts)).toEqual({ id, accounts });
    expect(written(`${id.slice(1)}x`, mac)).toBeUndefined();
    expect(written(id.slice(1), mac)).toBeUndefined();
    expect(written(id, `${mac.slice(1)}x`)).toBeUndefined();
    expect(written(id)).toBeUndefined();
    expect(written(id, mac, ...Array<string>(24).fill('a'))).toMatchObject({ id });
    expect(written(id, mac, ...Array<string>(25).fill('a'))).toBeUndefined();
  });

  it('is not known to an account by what another device remembers', () => {
    const [one, two] = [new Browser(), new Browser()];
    rememberAccount(one.request, 'user:a');
    keepDevice(two.request, newDevice());
    const copied = one.cookie.split('.').slice(2);
    const own = deviceOfRequest(two.request);
    keepDevice(two.request, { id: own?.id ?? '', accounts: copied });
    expect([one.knows('user:a'), two.knows('user:a')]).toEqual([true, false]);
  });
});
