import { describe, expect, it } from 'vitest';
import { ownPath } from '../../../../src/platform/pages/web/own-path.ts';
import { fixedRandom } from '../../../support/random.ts';

const ORIGIN = 'https://portal.school.example';

/** Every way to write what may follow the first slash of `//host`. */
const SLASHES = ['/', '\\', '%2f', '%2F', '%5c', '%5C', '%252f', '%25255c', '／', '＼', '\u2044', '\u29f8', '\u2215'];
const INVISIBLE = ['', '\t', '\n', '\r', '\0', ' ', '\u00a0', '\u200b', '\u200e', '\u202e', '\u2028', '\ufeff', '%09'];
const HOSTS = [
  'evil.example',
  'portal.school.example@evil.example',
  'user:pass@evil.example',
  '0x7f.1',
  '[::1]',
  'evil。example',
];

describe('a path of the portal', () => {
  it.each(['/index', '/exam/12/topic', '/org-manage/student?page=2&name=%E6%9D%8E', '/crisis/case/7#log', '/'])(
    'is %s',
    (path) => expect(ownPath(path)).toBe(path),
  );

  it('keeps an address of another site in its query, which is only a value', () => {
    expect(ownPath('/proxy?url=https://evil.example/')).toBe('/proxy?url=https://evil.example/');
  });

  it.each([
    undefined,
    null,
    7,
    {},
    ['/index'],
    '',
    'index',
    'https://evil.example/',
    'http:evil.example',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    '/\tjavascript:alert(1)',
    'data:text/html,<script>',
    'blob:https://portal/1',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/%2e%2e//evil.example',
    '/index/..//evil.example',
    '/%0d%0aset-cookie:a=b',
    '/index%00',
    '/%',
    '/%zz',
    '/%25252525252566',
    `/${'a'.repeat(2000)}`,
  ])('is not %j', (value) => expect(ownPath(value)).toBeUndefined());

  it('is none of the ways to name another host', () => {
    const strange: string[] = [];
    for (const first of ['/', ...INVISIBLE.map((sign) => `${sign}/`), ...INVISIBLE.map((sign) => `/${sign}`)])
      for (const slash of SLASHES)
        for (const between of INVISIBLE)
          for (const host of HOSTS) {
            const path = ownPath(`${first}${slash}${between}${host}`);
            // What is left must be a path of this origin that no reader takes for a host.
            if (
              path !== undefined &&
              (new URL(path, ORIGIN).href !== ORIGIN + path || /^\/[/\\]/.test(decodeURI(path)))
            )
              strange.push(path);
          }
    expect(strange).toEqual([]);
  });

  it('never leaves the portal, whatever is written', () => {
    const random = fixedRandom(2026);
    const anyOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const PARTS = [
      ...SLASHES,
      ...INVISIBLE,
      ...HOSTS,
      '/',
      '.',
      '..',
      '@',
      ':',
      '?',
      '#',
      '&',
      'javascript:',
      '%2e',
      '%',
    ];
    const piece = () => (random() < 0.7 ? anyOf(PARTS) : String.fromCodePoint(Math.floor(random() * 0x3000)));
    let kept = 0;
    for (let round = 0; round < 50_000; round++) {
      const value = `/${Array.from({ length: Math.floor(random() * 10) }, piece).join('')}`;
      const path = ownPath(value);
      if (path === undefined) continue;
      kept++;
      const url = new URL(path, ORIGIN);
      const said = {
        value,
        path,
        origin: url.origin,
        whole: url.pathname + url.search + url.hash,
        again: ownPath(path),
      };
      // A second reader, such as the page after the sign-in, decides the same.
      expect(said).toEqual({ value, path, origin: ORIGIN, whole: path, again: path });
      expect(path).toMatch(/^\/(?![/\\])/);
      expect(path).not.toMatch(/[\\\p{Cc}\p{Cf}]/u);
      let plain = url.pathname;
      for (let times = 0; times < 6; times++) plain = decodeURIComponent(plain).normalize('NFKC');
      expect({ value, origin: new URL(plain.split(/[?#]/)[0] ?? '', ORIGIN).origin }).toEqual({
        value,
        origin: ORIGIN,
      });
    }
    // Otherwise the loop has tested nothing.
    expect(kept).toBeGreaterThan(1000);
  });
});
