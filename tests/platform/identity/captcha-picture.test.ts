import { describe, expect, it } from 'vitest';
import { CHARACTERS } from '../../../src/platform/identity/server/captcha/glyphs.ts';
import { drawPicture } from '../../../src/platform/identity/server/captcha/picture.ts';
import { limitOf } from '../../../src/platform/identity/server/captcha/work.ts';
import { inkOf, learn, read, seeded } from './captcha-reader.ts';

const LENGTH = 4;
const PICTURES = 60;
/** Pictures that a reader with samples may read whole. It read 4.5% of 200. */
const READ_AT_MOST = 0.1;

/** The kinds of the chunks of a PNG. */
function chunksOf(png: Buffer): string[] {
  const kinds: string[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) kinds.push(png.toString('latin1', at + 4, at + 8));
  return kinds;
}

describe('the picture of a captcha', () => {
  it('contains no outline, and is another one each time', () => {
    const text = 'ADEF';
    const [one, two] = [drawPicture(text), drawPicture(text)];
    expect(one.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    // Pixels only: no chunk of a PNG that holds text.
    for (const picture of [one, two]) expect(chunksOf(picture)).toEqual(['IHDR', 'IDAT', 'IEND']);
    expect(one.equals(two)).toBe(false);
  });

  it('shows every character in ink', () => {
    for (const character of CHARACTERS) {
      const ink = inkOf(drawPicture(character, seeded(7)));
      expect(ink.flat().filter(Boolean).length, character).toBeGreaterThan(400);
    }
  });

  it('is seldom read by cutting it into characters and comparing them with samples', () => {
    const random = seeded(1);
    const templates = learn(random);
    let whole = 0;
    for (let i = 0; i < PICTURES; i++) {
      const text = Array.from({ length: LENGTH }, () => CHARACTERS[Math.floor(random() * CHARACTERS.length)]).join('');
      if (read(inkOf(drawPicture(text, random)), LENGTH, templates) === text) whole++;
    }
    expect(whole / PICTURES).toBeLessThan(READ_AT_MOST);
  });
});

describe('the task of a captcha', () => {
  it('grows with the tasks of an address in an hour, up to sixteen times', () => {
    expect([1, 20, 21, 40, 41, 81, 1000].map(limitOf)).toEqual([96, 96, 192, 192, 384, 1536, 1536]);
  });
});
