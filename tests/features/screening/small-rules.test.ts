import { describe, expect, it } from 'vitest';
import { ageOn } from '../../../src/features/screening/rules/age.ts';
import { reasonKey } from '../../../src/features/screening/rules/not-comparable.ts';
import { readRescueFile, writeRescueFile } from '../../../src/features/screening/rules/rescue-file.ts';
import type { TotalsPack } from '../../../src/features/screening/rules/scales/pack-schema.ts';
import { isSensitive, minutesFor, namesSensitive } from '../../../src/features/screening/rules/sensitive.ts';
import { totalProblem } from '../../../src/features/screening/rules/total-problem.ts';
import { invented } from './support/invented.ts';
import { scale, slots } from './support/packs.ts';

describe('the age of a student', () => {
  it('changes on the birthday, by the calendar of China', () => {
    expect(ageOn('2012-11-25', '2026-11-24T15:59:59Z')).toBe(13);
    expect(ageOn('2012-11-25', '2026-11-24T16:00:00Z')).toBe(14);
    expect(ageOn('2012-11-25', '2026-11-26T00:00:00Z')).toBe(14);
  });

  it('counts the months before and after that of the birthday', () => {
    expect(ageOn('2012-06-30', '2026-07-01T04:00:00Z')).toBe(14);
    expect(ageOn('2012-06-30', '2026-05-31T04:00:00Z')).toBe(13);
    expect(ageOn('2012-06-30', '2026-06-29T04:00:00Z')).toBe(13);
  });
});

describe('a pack that asks about suicide or self-harm', () => {
  const about = (...topics: ('suicide' | 'self-harm' | undefined)[]) =>
    isSensitive(
      invented({ items: topics.map((topic, i) => ({ id: String(i + 1), text: '题', ...(topic && { topic }) })) }),
    );

  it('is sensitive with either topic, and with no other', () => {
    expect(about('suicide')).toBe(true);
    expect(about(undefined, 'self-harm')).toBe(true);
    expect(about('suicide', 'self-harm')).toBe(true);
    expect(about(undefined)).toBe(false);
    expect([isSensitive(scale('phq-9')), isSensitive(scale('gad-7'))]).toEqual([true, false]);
  });

  it('is named by a consent text', () => {
    expect(namesSensitive('会问到自伤的想法')).toBe(true);
    expect(namesSensitive('会问到近期的心情')).toBe(false);
  });
});

it('a plan takes twelve seconds an item, and a minute at least', () => {
  expect([0, 1, 5, 6, 20].map(minutesFor)).toEqual([1, 1, 1, 2, 4]);
});

describe('a total that was computed elsewhere', () => {
  const pack = {
    ...slots[0],
    dimensions: [
      { id: 'whole', title: '总分', better: 'lower', range: { from: 10, to: 50, step: 1 } },
      { id: 'mean', title: '均分', better: 'lower', range: { from: 1, to: 5, step: 0.25 } },
    ],
  } as unknown as TotalsPack;
  const problem = (title: string, score: number) => totalProblem(pack, title, score);

  it('is accepted at both ends of its range and on each of its steps', () => {
    for (const score of [10, 11, 50]) expect(problem('总分', score)).toBeUndefined();
    for (const score of [1, 1.25, 5]) expect(problem('均分', score)).toBeUndefined();
  });

  it('is refused outside of the range, between steps and for another dimension, each with its reason', () => {
    expect(problem('总分', 9)).toEqual({ field: 'score', message: '总分的分数在 10 到 50 之间' });
    expect(problem('总分', 51)).toEqual({ field: 'score', message: '总分的分数在 10 到 50 之间' });
    expect(problem('总分', Number.NaN)?.field).toBe('score');
    expect(problem('总分', 10.5)).toEqual({ field: 'score', message: '总分的分数是整数' });
    expect(problem('均分', 1.1)).toEqual({ field: 'score', message: '均分的分数最小间隔是 0.25' });
    expect(problem('别的', 10)).toEqual({ field: 'dimension', message: '没有这个维度，请填写：总分、均分' });
  });
});

describe('a rescue file', () => {
  const file = { org_id: '1', child_exam_id: '2', saved_at: '2026-11-02T00:00:00Z', sealed: 'abc' };

  it('is read as it was written, and nothing else is', () => {
    expect(readRescueFile(writeRescueFile(file))).toEqual(file);
    for (const text of [
      '',
      'null',
      '"text"',
      JSON.stringify(file),
      JSON.stringify({ ...file, kind: 'xinyu-rescue-2' }),
    ])
      expect(readRescueFile(text)).toBeUndefined();
  });

  it('is none without each of its parts', () => {
    for (const part of Object.keys(file)) {
      const without = JSON.stringify({ ...(JSON.parse(writeRescueFile(file)) as object), [part]: 5 });
      expect(readRescueFile(without)).toBeUndefined();
    }
  });
});

it('a reason that this version does not know says that the scoring differs', () => {
  expect([reasonKey('retake'), reasonKey('no such reason'), reasonKey('toString')]).toEqual([
    'retake',
    'scoring',
    'scoring',
  ]);
});
