import { inflateSync } from 'node:zlib';
import { CHARACTERS } from '../../../src/platform/identity/server/captcha/glyphs.ts';
import { drawPicture, type Random } from '../../../src/platform/identity/server/captcha/picture.ts';

/** Rows of pixels that are ink or not. */
type Bits = boolean[][];

/** Size to which a reader brings each character, and the samples that it takes of each. */
const [WIDE, HIGH, SAMPLES] = [16, 24, 12];
const INK_BELOW = 140;
/** Columns around the middle of a picture that shows one character. */
const SAMPLE_WIDTH = 72;

/** Numbers that are the same in each run (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The ink of a grey PNG without row filters. */
export function inkOf(png: Buffer): Bits {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const at = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => (rows[y * (width + 1) + 1 + x] ?? 255) < INK_BELOW),
  );
}

/** What is inked between two columns, brought to one size and length. */
function features(ink: Bits, from: number, to: number): number[] {
  const rows = ink.map((row) => row.slice(from, to));
  const inked = rows.flatMap((row, y) => (row.includes(true) ? [y] : []));
  const columns = Array.from({ length: to - from }, (_, x) => x).filter((x) => rows.some((row) => row[x]));
  const [top = 0, left = 0] = [inked[0], columns[0]];
  const [high, wide] = [(inked.at(-1) ?? 0) - top + 1, (columns.at(-1) ?? 0) - left + 1];
  const cells = Array.from({ length: WIDE * HIGH }, () => 0);
  for (let y = 0; y < high; y++)
    for (let x = 0; x < wide; x++)
      if (rows[top + y]?.[left + x]) {
        const cell = Math.floor((y / high) * HIGH) * WIDE + Math.floor((x / wide) * WIDE);
        cells[cell] = (cells[cell] ?? 0) + 1;
      }
  const mean = cells.reduce((sum, n) => sum + n, 0) / cells.length;
  const norm = Math.hypot(...cells.map((n) => n - mean)) || 1;
  return cells.map((n) => (n - mean) / norm);
}

/** The mean of samples that the product itself drew, which is more than a stranger has. */
export function learn(random: Random): ReadonlyMap<string, number[]> {
  return new Map(
    [...CHARACTERS].map((character) => {
      const sum = Array.from({ length: WIDE * HIGH }, () => 0);
      for (let i = 0; i < SAMPLES; i++) {
        const ink = inkOf(drawPicture(character, random));
        const middle = (ink[0]?.length ?? 0) / 2;
        const sample = features(ink, middle - SAMPLE_WIDTH / 2, middle + SAMPLE_WIDTH / 2);
        for (const [cell, value] of sample.entries()) sum[cell] = (sum[cell] ?? 0) + value;
      }
      return [character, sum];
    }),
  );
}

/** Cuts a picture where the least is inked near the expected places, and names the most similar sample of each part. */
export function read(ink: Bits, length: number, templates: ReadonlyMap<string, number[]>): string {
  const width = ink[0]?.length ?? 0;
  const inColumn = (x: number) => ink.reduce((sum, row) => sum + Number(row[x]), 0);
  const columns = Array.from({ length: width }, (_, x) => x).filter((x) => inColumn(x) > 3);
  const [first, last] = [Math.max(columns[0] ?? 0, 22), Math.min(columns.at(-1) ?? width, width - 22)];
  const part = (last - first) / length;
  const cuts = Array.from({ length: length + 1 }, (_, i) => {
    const at = Math.round(first + i * part);
    if (i === 0 || i === length) return at;
    const near = Array.from({ length: 17 }, (__, k) => at - 8 + k);
    return near.reduce((best, x) => (inColumn(x) < inColumn(best) ? x : best), at);
  });
  return cuts
    .slice(0, -1)
    .map((from, i) => {
      const seen = features(ink, from, cuts[i + 1] ?? width);
      const score = (template: number[]) => template.reduce((sum, value, cell) => sum + value * (seen[cell] ?? 0), 0);
      return [...templates].reduce((best, one) => (score(one[1]) > score(best[1]) ? one : best))[0];
    })
    .join('');
}
