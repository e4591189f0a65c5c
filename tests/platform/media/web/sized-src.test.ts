import { describe, expect, it } from 'vitest';
import { sizedSrc } from '../../../../src/platform/media/web/sized-src.ts';

const PAGE = 'https://portal.example/announcements';
const sized = (src: string, pixels = 240, page = PAGE) => sizedSrc(src, pixels, page);

describe('the address of a picture', () => {
  it.each([
    ['/objects/abc', '/objects/abc?size=320'],
    ['https://portal.example/objects/abc', '/objects/abc?size=320'],
    ['https://portal.example:443/objects/abc', '/objects/abc?size=320'],
    ['HTTPS://PORTAL.Example/objects/abc', '/objects/abc?size=320'],
    // An encoded letter of a host is that letter.
    ['https://portal%2Eexample/objects/abc', '/objects/abc?size=320'],
    ['//portal.example/objects/abc', '/objects/abc?size=320'],
    ['http://portal.example/objects/abc', 'http://portal.example/objects/abc?size=320'],
    ['/objects/abc?size=1920&size=640', '/objects/abc?size=320'],
    ['/objects/abc?part=2', '/objects/abc?part=2&size=320'],
  ])('%s of the own asset host names the size', (src, expected) => {
    expect(sized(src)).toBe(expected);
  });

  it.each([
    'https://cdn.example/objects/abc',
    'https://portal.example.evil.example/objects/abc',
    'https://notportal.example/objects/abc',
    'https://evil.example/portal.example/objects/abc',
    'https://portal.example@evil.example/objects/abc',
    'https://user@portal.example/objects/abc',
    'https://user:word@portal.example/objects/abc',
    'https://portal.example:8443/objects/abc',
    'http://portal.example:443/objects/abc',
    'https://portal.example./objects/abc',
    'https://portal%2Eexample%2Fobjects/abc',
    'https://portal．example.evil.example/objects/abc',
    '//evil.example/objects/abc',
    '\\\\evil.example\\objects\\abc',
    'https:\\\\evil.example/objects/abc',
    'ftp://portal.example/objects/abc',
    'data:image/png;base64,AAAA',
    'blob:https://portal.example/objects/abc',
    'javascript:void(0)//portal.example/objects/abc',
    '/objects',
    '/objectsother/abc',
    '/Objects/abc',
    '/%6Fbjects/abc',
    '/objects/../icon.svg',
    '/icon.svg',
    'http://[',
    '',
  ])('%s is left as it is', (src) => {
    expect(sized(src)).toBe(src);
  });

  it('names the smallest size with as many pixels, and none where all are smaller or the width is not known', () => {
    expect([1, 320, 321, 1280, 1920].map((pixels) => sized('/objects/a', pixels))).toEqual([
      '/objects/a?size=320',
      '/objects/a?size=320',
      '/objects/a?size=640',
      '/objects/a?size=1280',
      '/objects/a?size=1920',
    ]);
    expect([0, 1921, Infinity, NaN].map((pixels) => sized('/objects/a', pixels))).toEqual(Array(4).fill('/objects/a'));
  });

  it('follows the port of the page', () => {
    const page = 'http://127.0.0.1:8080/index';
    expect(sized('http://127.0.0.1:8080/objects/a', 240, page)).toBe('/objects/a?size=320');
    expect(sized('http://127.0.0.1/objects/a', 240, page)).toBe('http://127.0.0.1/objects/a');
    expect(sized('http://localhost:8080/objects/a', 240, page)).toBe('http://localhost:8080/objects/a');
  });
});
