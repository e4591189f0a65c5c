import { randomFillSync } from 'node:crypto';
import { strokesOf, type Point } from './glyphs.ts';
import { encodeGreyPng } from './grey-png.ts';

/** Pixels; shown at half the size on a usual screen. */
export const PICTURE = { width: 280, height: 96 } as const;

/** A number from 0 to below 1. */
export type Random = () => number;

const STEPS = 2 ** 32;
/**
 * Cryptographically random, so that an attacker cannot draw the same picture and compare it. A picture takes 54,000
 * numbers; drawn one by one they would block the event loop for some 15 ms.
 */
function unpredictable(): Random {
  const drawn = new Uint32Array(4096);
  let next = drawn.length;
  return () => {
    if (next === drawn.length) {
      randomFillSync(drawn);
      next = 0;
    }
    return (drawn[next++] ?? 0) / STEPS;
  };
}

type Warp = (point: Point) => Point;

/**
 * Draws a text as a picture of pixels (PNG). Characters touch and overlap, each is turned, sheared and bent, the whole
 * is bent again, and lines in the ink of the characters cross them while others erase parts. So the picture neither
 * contains outlines nor falls apart into characters that could be compared with samples.
 */
export function drawPicture(text: string, random: Random = unpredictable()): Buffer {
  const { width, height } = PICTURE;
  const between = (low: number, high: number) => low + (high - low) * random();
  const pixels = new Float32Array(width * height);
  const warp = chain(wave(between, 5, 100, 190), wave(between, 1.3, 34, 60));
  const ink = between(3, 3.8);

  const advance = (width - 60) / text.length;
  for (const [i, character] of [...text].entries()) {
    const at: Point = [30 + advance * (i + 0.5) + between(-4, 4), height / 2 + between(-8, 8)];
    const place = chain(turned(between, at), warp);
    const thick = ink * between(0.9, 1.15);
    for (const stroke of strokesOf(character)) line(pixels, fine(stroke, 0.5).map(place), thick, 1);
  }
  for (let i = 0; i < 2; i++) line(pixels, across(between).map(warp), ink * between(0.5, 0.65), 1);
  for (let i = 0; i < 2; i++) line(pixels, across(between).map(warp), ink * between(0.3, 0.45), 0);

  const grey = new Uint8Array(width * height);
  for (const [i, value] of pixels.entries())
    grey[i] = Math.max(0, Math.min(255, Math.round(between(225, 255) - 190 * value + between(-12, 12))));
  return encodeGreyPng(width, height, grey);
}

type Between = (low: number, high: number) => number;

const chain =
  (first: Warp, second: Warp): Warp =>
  (point) =>
    second(first(point));

/** Bends lines by waves in both directions. @param amplitude in pixels, like the lengths of the waves */
function wave(between: Between, amplitude: number, shortest: number, longest: number): Warp {
  const waves = Array.from({ length: 2 }, () => ({
    size: amplitude * between(0.6, 1),
    by: (2 * Math.PI) / between(shortest, longest),
    phase: between(0, 2 * Math.PI),
  }));
  const [a, b] = waves;
  return ([x, y]) => [
    x + (a ? a.size * Math.sin(a.by * y + a.phase) : 0),
    y + (b ? b.size * Math.sin(b.by * x + b.phase) : 0),
  ];
}

/** Places a glyph: size, shear, bend of its own and turn, around its middle. */
function turned(between: Between, [atX, atY]: Point): Warp {
  const angle = between(-0.3, 0.3);
  const shear = between(-0.25, 0.25);
  const [wide, high] = [between(6.4, 8), between(4.8, 5.8)];
  const [bendX, bendY] = [between(-0.05, 0.05), between(-0.06, 0.06)];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return ([px, py]) => {
    const [u, v] = [px - 4, py - 6];
    const x = (u + shear * v + bendX * v * v) * wide;
    const y = (v + bendY * u * u) * high;
    return [atX + cos * x - sin * y, atY + sin * x + cos * y];
  };
}

/** A curve from one side of the picture to the other. */
function across(between: Between): Point[] {
  const { width, height } = PICTURE;
  const from: Point = [between(0, 30), between(0.2, 0.8) * height];
  const to: Point = [width - between(0, 30), between(0.2, 0.8) * height];
  const by: Point = [between(0.3, 0.7) * width, between(-0.2, 1.2) * height];
  return Array.from({ length: 60 }, (_, i) => {
    const t = i / 59;
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return [a * from[0] + b * by[0] + c * to[0], a * from[1] + b * by[1] + c * to[1]];
  });
}

/** The same line through more points, so that it can be bent. */
function fine(points: readonly Point[], step: number): Point[] {
  return points.flatMap(([x, y], i) => {
    const next = points[i + 1];
    if (next === undefined) return [[x, y] as Point];
    const parts = Math.max(1, Math.ceil(Math.hypot(next[0] - x, next[1] - y) / step));
    return Array.from({ length: parts }, (_, k): Point => [
      x + ((next[0] - x) * k) / parts,
      y + ((next[1] - y) * k) / parts,
    ]);
  });
}

/** Draws a line with smooth edges. @param value 1 is ink, 0 erases */
function line(pixels: Float32Array, points: readonly Point[], thick: number, value: 0 | 1): void {
  const { width, height } = PICTURE;
  for (const [i, a] of points.entries()) {
    const b = points[i + 1] ?? a;
    const reach = thick + 1;
    for (
      let y = Math.max(0, Math.floor(Math.min(a[1], b[1]) - reach));
      y <= Math.min(height - 1, Math.max(a[1], b[1]) + reach);
      y++
    )
      for (
        let x = Math.max(0, Math.floor(Math.min(a[0], b[0]) - reach));
        x <= Math.min(width - 1, Math.max(a[0], b[0]) + reach);
        x++
      ) {
        const cover = Math.max(0, Math.min(1, thick + 0.5 - distance([x, y], a, b)));
        const at = y * width + x;
        const old = pixels[at] ?? 0;
        pixels[at] = value === 1 ? Math.max(old, cover) : Math.min(old, 1 - cover);
      }
  }
}

function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}
