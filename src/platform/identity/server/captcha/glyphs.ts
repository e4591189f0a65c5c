/** A point in glyph units: a glyph is 8 wide and 12 high. */
export type Point = readonly [x: number, y: number];

/**
 * Strokes of characters that cannot be confused, also when they are distorted. A point is two digits of base 16, x and
 * y; strokes are separated by `|`, and one that begins with `~` is a curve.
 */
const STROKES: Readonly<Record<string, string>> = {
  A: '0c 40 8c|28 68',
  D: '00 0c|~00 40 82 8a 4c 0c',
  E: '80 00 0c 8c|06 66',
  F: '80 00 0c|06 66',
  G: '~82 60 20 03 09 2c 6c 8a 87|87 57',
  H: '00 0c|80 8c|06 86',
  J: '~70 75 79 6c 2c 0a',
  K: '00 0c|80 07|36 8c',
  M: '0c 00 46 80 8c',
  N: '0c 00 8c 80',
  P: '0c 00|~00 50 82 85 57 07',
  R: '0c 00|~00 50 82 85 56 06|36 8c',
  T: '00 80|40 4c',
  U: '~00 05 09 2c 6c 89 85 80',
  W: '00 2c 45 6c 80',
  X: '00 8c|80 0c',
  Y: '00 46 80|46 4c',
  2: '~02 20 60 82 84 67 0c|0c 8c',
  3: '~01 20 60 82 84 46|~46 87 8a 6c 2c 0b',
  4: '50 08 88|5c 50',
  5: '80 10 05|~05 44 76 89 6c 2c 0b',
  7: '00 80 3c',
  8: '~46 14 12 30 50 72 74 46 17 1a 3c 5c 7a 77 46',
  9: '~86 47 04 02 30 60 83 87 7b 4c 1b',
};

/** The characters that a picture may show. */
export const CHARACTERS = Object.keys(STROKES).join('');

const pointOf = (digits: string): Point => [
  Number.parseInt(digits[0] ?? '0', 16),
  Number.parseInt(digits[1] ?? '0', 16),
];

/** One round of Chaikin's corner cutting, which keeps both ends. */
const rounded = (points: readonly Point[]): Point[] =>
  points.flatMap(([x, y], i) => {
    const [nextX, nextY] = points[i + 1] ?? [x, y];
    if (i === points.length - 1) return [[x, y]];
    const first: Point[] = i === 0 ? [[x, y]] : [[x * 0.75 + nextX * 0.25, y * 0.75 + nextY * 0.25]];
    return i === points.length - 2 ? first : [...first, [x * 0.25 + nextX * 0.75, y * 0.25 + nextY * 0.75]];
  });

/** The strokes of a character, as lines through points. */
export const strokesOf = (character: string): Point[][] =>
  (STROKES[character] ?? '').split('|').map((text) => {
    const points = text.replace('~', '').split(' ').map(pointOf);
    return text.startsWith('~') ? rounded(rounded(points)) : points;
  });
