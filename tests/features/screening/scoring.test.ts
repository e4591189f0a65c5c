import { describe, expect, it } from 'vitest';
import { checkAnswer, checkTotal } from '../../../src/features/screening/rules/scales/check-answer.ts';
import type { ScalePack } from '../../../src/features/screening/rules/scales/pack-schema.ts';
import {
  bandsOf,
  fittingNormSets,
  isForAge,
  itemCount,
  pointsOf,
  topicsOf,
} from '../../../src/features/screening/rules/scales/pack.ts';
import { scoreSheet } from '../../../src/features/screening/rules/scales/score.ts';
import { invented } from './support/invented.ts';
import { scale, scales, sheet, slots } from './support/packs.ts';

/** Numbers from 0 up to 1, the same each time (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
const SHEETS = 300;

function randomSheet(pack: ScalePack, random: () => number): Record<string, number> {
  return Object.fromEntries(
    pack.items.map((item) => {
      const { low, high } = pointsOf(pack, item);
      return [item.id, low + Math.floor(random() * (high - low + 1))];
    }),
  );
}

describe.each(scales.map((pack) => [pack.id, pack] as const))('scores of %s', (_id, pack) => {
  const totalOf = (values: Record<string, number | null>) => scoreSheet(pack, sheet(pack, values)).dimensions[0]!;

  it('rise with each item that counts as it is, and fall with each reversed one', () => {
    const random = randomFrom(7);
    for (let i = 0; i < SHEETS; i++) {
      const values = randomSheet(pack, random);
      const item = pack.items[Math.floor(random() * pack.items.length)]!;
      const before = totalOf(values);
      const value = values[item.id]!;
      if (value === pointsOf(pack, item).high) continue;
      const after = totalOf({ ...values, [item.id]: value + 1 });
      const step = item.reverse === true ? -1 : 1;
      expect(after.raw! - before.raw!).toBe(step);
      expect(Math.sign(after.score! - before.score!)).toBe(step);
    }
  });

  it('stay in the stated range, always have a band, and never come from a sum over missing answers', () => {
    const random = randomFrom(11);
    const { range, missing: rule, items } = pack.dimensions[0]!;
    for (let i = 0; i < SHEETS; i++) {
      const values: Record<string, number | null> = randomSheet(pack, random);
      const gaps = pack.items.filter(() => random() < 0.2);
      for (const { id } of gaps) values[id] = null;
      const total = totalOf(values);
      expect(total.missing).toBe(gaps.length);
      const scored = gaps.length === 0 || (rule.rule === 'prorate' && gaps.length <= rule.atMost);
      if (!scored) {
        expect(total).toMatchObject({ raw: null, score: null, band_id: null });
        continue;
      }
      expect(total.score).toBeGreaterThanOrEqual(range.from);
      expect(total.score).toBeLessThanOrEqual(range.to);
      expect(total.band_id).not.toBeNull();
      if (gaps.length === 0) continue;
      // Prorating is the mean of what was answered, over all items: the same answers completed by their own mean.
      const answered = pack.items.filter(({ id }) => typeof values[id] === 'number');
      const sum = answered.reduce((all, item) => {
        const value = values[item.id]!;
        return all + (item.reverse === true ? pointsOf(pack, item).high - value : value);
      }, 0);
      expect(total.raw).toBeCloseTo((sum / answered.length) * items.length, 5);
    }
  });

  it('do not depend on the order of the answers', () => {
    const answers = sheet(pack, randomSheet(pack, randomFrom(3)));
    expect(scoreSheet(pack, answers.toReversed())).toEqual(scoreSheet(pack, answers));
  });
});

describe('a sheet', () => {
  const ces = scale('ces-d');
  const timed = (seconds: number, count = 20) =>
    sheet(ces, { '*': 0, '1': 1 })
      .slice(0, count)
      .map((answer, i) => ({ ...answer, answered_at: new Date(i * seconds * 1000).toISOString() }));
  const marks = (answers: Parameters<typeof scoreSheet>[1]) =>
    scoreSheet(ces, answers).marks.map(({ mark_id: id, voids }) => [id, voids]);

  it('is marked, not voided, where it was filled in too fast', () => {
    expect(marks(timed(0.5))).toEqual([['too-fast', false]]);
    expect(marks(timed(1))).toEqual([]);
    expect(scoreSheet(ces, timed(0.5)).valid).toBe(true);
    const pause = timed(0.5).map((answer, i) =>
      i < 10 ? answer : { ...answer, answered_at: new Date(3_600_000 + i * 500).toISOString() },
    );
    expect(marks(pause)).toEqual([['too-fast', false]]);
  });

  it('is not marked as fast where few answers have a time', () => {
    expect(marks(timed(0.1, 3))).toEqual([]);
    expect(marks(timed(0.1).map((answer, i) => (i < 12 ? { ...answer, answered_at: undefined } : answer)))).toEqual([]);
  });

  it('is refused with an unknown item, item twice, option or norm set', () => {
    expect(() => scoreSheet(ces, [{ item_id: '21', value: 0 }])).toThrow('no item 21');
    expect(() => scoreSheet(ces, [{ item_id: '1', value: 4 }])).toThrow('no such option');
    expect(() =>
      scoreSheet(ces, [
        { item_id: '1', value: 0 },
        { item_id: '1', value: 1 },
      ]),
    ).toThrow('twice');
    expect(() => scoreSheet(ces, [], { normSet: 'other' })).toThrow('no norm set other');
  });

  it('without any answer has no score', () => {
    for (const pack of scales)
      expect(scoreSheet(pack, []).dimensions[0]).toMatchObject({
        raw: null,
        score: null,
        band_id: null,
        missing: itemCount(pack),
      });
  });

  it('may be voided by any rule of a pack', () => {
    const strict = invented({ validity: [{ id: 'same', kind: 'all-equal', effect: 'void', title: '全部相同' }] });
    expect(scoreSheet(strict, sheet(strict, { '*': 2 }))).toMatchObject({
      valid: false,
      marks: [{ mark_id: 'same', voids: true }],
    });
    expect(scoreSheet(strict, sheet(strict, { '*': 2, '1': null })).valid).toBe(true);
  });
});

describe('what a pack says of itself', () => {
  it('names bands with their ranges, norm sets that fit a person, ages and topics', () => {
    expect(bandsOf(scale('who-5'), 'total').map(({ band_id: id, from, to }) => [id, from, to])).toEqual([
      ['likely-low', 0, 28],
      ['low', 29, 50],
      ['good', 51, 100],
    ]);
    const sets = (age: number) => fittingNormSets(scale('phq-9'), { age }).map(({ id }) => id);
    expect(sets(13)).toEqual(['published', 'adolescent-13-17']);
    expect(sets(18)).toEqual(['published']);
    expect(fittingNormSets(scale('phq-9'), {}).map(({ id }) => id)).toEqual(['published']);
    expect([11, 12].map((age) => isForAge(scale('phq-9'), age))).toEqual([false, true]);
    expect([...topicsOf(scale('phq-9'))]).toEqual(['suicide']);
    expect([...topicsOf(scale('gad-7'))]).toEqual([]);
  });

  it('accepts an option as an answer, and nothing else', () => {
    const phq = scale('phq-9');
    expect(checkAnswer(phq, '9', 0)).toBeUndefined();
    for (const value of [4, -1, 0.5, '0', null, undefined, [0], Number.NaN])
      expect(checkAnswer(phq, '9', value)).toBe('no-option');
    expect(checkAnswer(phq, '10', 0)).toBe('unknown-item');
    expect(checkAnswer(slots[0]!, '1', 0)).toBe('unknown-item');
  });

  it('accepts totals from elsewhere within their range', () => {
    const k10 = slots.find(({ id }) => id === 'k10')!;
    expect(checkTotal(k10, 'total', 10)).toBeUndefined();
    expect(checkTotal(k10, 'total', 9)).toBe('out-of-bounds');
    expect(checkTotal(k10, 'total', '10')).toBe('not-a-number');
    expect(checkTotal(k10, 'sum', 10)).toBe('unknown-dimension');
  });
});
