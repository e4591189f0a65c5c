import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  CLOCK_WINDOW_MS,
  canonicalText,
  formatMacHeader,
  parseMacHeader,
  type SignedParts,
} from '../../../src/platform/signing/canonical.ts';
import { base64url, bodyHash, macOf, passwordDigest, signedHeader } from '../../../src/platform/signing/mac.ts';

const PARTS: SignedParts = {
  ts: '1764064800000',
  nonce: 'n'.repeat(22),
  method: 'put',
  target: '/v1/portal/students/1?a=%E5%BF%83',
  host: 'portal.example',
  appId: 'portal',
  orgId: '2001',
  orgType: '2',
  roleId: '8',
  secondaryToken: 't'.repeat(43),
  bodyHash: bodyHash(new TextEncoder().encode('{}')),
};
const TOKEN = 'token_0123456789abcd';
const bytes = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 37 + 250) % 256);

describe('the text that a signature covers', () => {
  it('has each part on a line of its own, the method in upper case', () => {
    const lines = canonicalText(PARTS).split('\n');
    expect(lines).toHaveLength(12);
    expect([lines[2], lines.at(-1)]).toEqual(['PUT', '']);
  });

  it('changes with each of its parts, and so does the signature', () => {
    const macs = Object.keys(PARTS).map((part) => macOf('code', { ...PARTS, [part]: 'x' }));
    expect(new Set([macOf('code', PARTS), macOf('other', PARTS), ...macs]).size).toBe(Object.keys(PARTS).length + 2);
  });

  it('cannot be the same for two requests by moving text from one part into the next', () => {
    const moved = { ...PARTS, orgId: '200', orgType: '12' };
    expect(macOf('code', moved)).not.toBe(macOf('code', { ...PARTS, orgType: '2' }));
  });
});

it('a signature is accepted for five minutes before and after its time', () => {
  expect(CLOCK_WINDOW_MS).toBe(300_000);
});

describe('a signature in the browser', () => {
  it('is that of the server', () => {
    const expected = createHmac('sha256', 'code').update(canonicalText(PARTS)).digest('base64url');
    expect(macOf('code', PARTS)).toBe(expected);
    const chinese = createHmac('sha256', '密钥').update(canonicalText(PARTS)).digest('base64url');
    expect(macOf('密钥', PARTS)).toBe(chinese);
  });

  it('hashes a body as the server does, and no body to nothing', () => {
    for (const length of [1, 2, 3, 64, 1000])
      expect(bodyHash(bytes(length))).toBe(createHash('sha256').update(bytes(length)).digest('base64url'));
    expect([bodyHash(undefined), bodyHash(new Uint8Array())]).toEqual(['', '']);
  });

  it('writes base64url without padding for every length', () => {
    for (let length = 0; length <= 70; length++)
      expect(base64url(bytes(length))).toBe(Buffer.from(bytes(length)).toString('base64url'));
  });

  it('sends a digest in place of a password', () => {
    expect(passwordDigest('密码-2026!')).toBe(createHash('md5').update('密码-2026!').digest('hex'));
  });
});

describe('the header of a signature', () => {
  const header = signedHeader(TOKEN, 'code', PARTS);
  const mac = macOf('code', PARTS);

  it('is read as it was written, with and without a body', () => {
    const { ts, nonce } = PARTS;
    expect(parseMacHeader(header)).toEqual({ id: TOKEN, ts, nonce, bodyHash: PARTS.bodyHash, mac });
    const without = { id: TOKEN, ts, nonce, bodyHash: '', mac };
    expect(parseMacHeader(formatMacHeader(without))).toEqual(without);
  });

  it.each([
    ['no header', undefined],
    ['another scheme', header.replace('MAC', 'Bearer')],
    ['something before it', ` ${header}`],
    ['something behind it', `${header},`],
    ['a space between parts', header.replace(',ts', ', ts')],
    ['a short token', header.replace(TOKEN, 'short')],
    ['a short nonce', header.replace(PARTS.nonce, 'n')],
    ['a time that is no number', header.replace(PARTS.ts, '-1')],
    ['half a hash of the body', header.replace(PARTS.bodyHash, PARTS.bodyHash.slice(1))],
    ['a short signature', header.replace(mac, mac.slice(1))],
    ['characters of another alphabet', header.replace(mac, `+${mac.slice(1)}`)],
    ['parts in another order', header.replace(/(ts="\d+"),(nonce="n+")/, '$2,$1')],
  ])('is none with %s', (_what, text) => {
    expect(parseMacHeader(text)).toBeUndefined();
  });
});
