import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMON_PASSWORDS, isCommonPassword } from '../../../src/features/account/server/common-passwords.ts';
import { composePasswords } from '../../../src/features/account/server/compose-passwords.ts';
import { requireStrong } from '../../../src/features/account/server/password-strength.ts';
import { deviceOf } from '../../../src/platform/identity/device.ts';
import { passwordFault, passwordStrength } from '../../../src/platform/identity/password.ts';
import { newPassword } from '../../../src/platform/identity/server/new-password.ts';
import { root } from '../../../src/platform/runtime/server/root.ts';
import { passwordDigest } from '../../../src/platform/signing/mac.ts';

const person = { login_name: 'o2001r4', real_name: '王小明', mobile: '13912345678' };
const refused = (typed: string): boolean => {
  try {
    requireStrong(passwordDigest(typed), person, '/password');
    return false;
  } catch {
    return true;
  }
};

describe('the list of common passwords', () => {
  it('equals the output of its generator', () => {
    expect(readFileSync(path.join(root, COMMON_PASSWORDS)).equals(composePasswords())).toBe(true);
  });

  it.each([
    '123456',
    'password',
    'Password',
    'qwertyuiop',
    '1qaz2wsx',
    'woaini1314',
    'Demo-2026!',
    'xinyu2026',
    'Admin@2025',
    'laoshi123',
    '88888888',
    '20101231',
    'abcd1234',
    'P@ssw0rd',
    'iloveyou',
  ])('contains %s', (typed) => {
    expect(isCommonPassword(passwordDigest(typed))).toBe(true);
  });

  it('contains only passwords that the rules would accept', () => {
    const found = Array.from({ length: 2000 }, (_, i) => `correct ${i} horse battery`).filter((typed) =>
      isCommonPassword(passwordDigest(typed)),
    );
    expect(found).toEqual([]);
  });
});

describe('a new password', () => {
  it.each([
    'o2001r4',
    'O2001R4',
    'o2001r4123',
    '13912345678',
    '12345678a',
    'wangxiaoming',
    'WangXiaoMing@2026',
    'wxm123456',
    '王小明123',
    'xiaomingwang!',
    'Wangxm2012!',
  ])('may not be %s', (typed) => {
    expect(refused(typed)).toBe(true);
  });
  it.each(['Tidal-maple-47', '窗外的雨声1', 'wang likes 3 green tea'])('may be %s', (typed) => {
    expect(refused(typed)).toBe(false);
  });

  it.each([
    ['Ab1!', 'short'],
    ['', 'short'],
    ['x'.repeat(65), 'long'],
    ['abcdefgh', 'kinds'],
    ['abcdefg1', 'kinds'],
    ['abcdefghijklm', 'kinds'],
    ['my-O2001R4-99', 'name'],
  ])('is validated in the browser: %s is %s', (typed, fault) => {
    expect(passwordFault(typed, ['o2001r4'])).toBe(fault);
  });
  it('is stronger the longer it is', () => {
    expect(
      ['Abc-12345', 'Tidal-maple-47', 'wang likes 3 green tea'].map((typed) => passwordFault(typed, ['o2001r4'])),
    ).toEqual([undefined, undefined, undefined]);
    expect(passwordStrength('Abc-1212')).toBeLessThan(passwordStrength('wang Likes 3 green-tea'));
  });
});

it('generated passwords always pass the rules', () => {
  for (let i = 0; i < 12; i++) {
    const typed = newPassword();
    expect([refused(typed), passwordFault(typed, [person.login_name])]).toEqual([false, undefined]);
  }
});

it('a generated password takes two bytes for each character, in three groups of four', () => {
  const bytes = Uint8Array.from({ length: 24 }, (_, i) => (i % 2 === 0 ? 0 : (i - 1) / 2));
  expect(newPassword(() => Buffer.from(bytes))).toBe('abcd-efgh-jkmn');
  // 256 and 257 are 8 more than a multiple of the 31 characters, and 9 more.
  expect(newPassword(() => Buffer.from(bytes.map((_, i) => (i % 2 === 0 ? 1 : Math.floor(i / 12)))))).toBe(
    'jjjj-jjkk-kkkk',
  );
});

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    'Windows · Chrome',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'iPhone · Safari',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36 MicroMessenger/8.0.50',
    'Android · 微信',
  ],
  ['curl/8.0', ''],
  ['', ''],
])('the name of a device follows its user agent: %s', (agent, name) => {
  expect(deviceOf(agent)).toBe(name);
});
