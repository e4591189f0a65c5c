import { describe, expect, it } from 'vitest';
import { nextClassName, nextGrade, type TaughtPeriod } from '../../../src/features/academic-years/rules/next-grade.ts';
import { classToRepeat, moveUp } from '../../../src/features/academic-years/rules/roll-over.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const SIX_THREE: TaughtPeriod[] = [
  { period: 2, edu_type: 2, grades: range(1, 6) },
  { period: 3, edu_type: 2, grades: range(7, 9) },
  { period: 4, edu_type: 2, grades: range(10, 12) },
];
const FIVE_FOUR: TaughtPeriod[] = [
  { period: 2, edu_type: 1, grades: range(1, 5) },
  { period: 3, edu_type: 1, grades: range(6, 9) },
];
const OTHERS: TaughtPeriod[] = [
  { period: 1, edu_type: null, grades: [101, 102, 103] },
  { period: 5, edu_type: null, grades: [501, 502, 503] },
  { period: 6, edu_type: null, grades: [601, 602, 603] },
  { period: 7, edu_type: null, grades: range(701, 704) },
];
const ladder = (taught: TaughtPeriod[], period: number) =>
  taught.find((one) => one.period === period)?.grades.map((grade) => nextGrade(taught, period, grade) ?? 'graduates');

describe('the grade that a class moves up to', () => {
  it('is the next grade, and the last grade of a period graduates', () => {
    expect(ladder(SIX_THREE, 2)).toEqual([2, 3, 4, 5, 6, 'graduates']);
    expect(ladder(SIX_THREE, 3)).toEqual([8, 9, 'graduates']);
    expect(ladder(SIX_THREE, 4)).toEqual([11, 12, 'graduates']);
    expect(ladder(FIVE_FOUR, 2)).toEqual([2, 3, 4, 5, 'graduates']);
    expect(ladder(FIVE_FOUR, 3)).toEqual([7, 8, 9, 'graduates']);
    expect(ladder(OTHERS, 1)).toEqual([102, 103, 'graduates']);
    expect(ladder(OTHERS, 5)).toEqual([502, 503, 'graduates']);
    expect(ladder(OTHERS, 6)).toEqual([602, 603, 'graduates']);
    expect(ladder(OTHERS, 7)).toEqual([702, 703, 704, 'graduates']);
  });

  it('follows the five-four system when a school lists a sixth grade in primary', () => {
    expect(nextGrade([{ period: 2, edu_type: 1, grades: range(1, 6) }], 2, 5)).toBeUndefined();
    expect(nextGrade([{ period: 2, edu_type: 2, grades: range(1, 6) }], 2, 5)).toBe(6);
  });

  it('has a fifth year only at a university that teaches one, and none for periods not taught', () => {
    expect(nextGrade([{ period: 7, edu_type: null, grades: range(701, 705) }], 7, 704)).toBe(705);
    expect(nextGrade([{ period: 2, edu_type: 2, grades: [1, 2, 3] }], 2, 3)).toBeUndefined();
    expect(nextGrade([], 3, 7)).toBeUndefined();
  });
});

describe('the name of a class a grade higher', () => {
  it.each([
    ['初一（3）班', 7, 8, '初二（3）班'],
    ['七年级3班', 7, 8, '八年级3班'],
    ['八（12）班', 8, 9, '九（12）班'],
    ['703班', 7, 8, '803班'],
    ['1003', 10, 11, '1103'],
    ['高二（1）班', 11, 12, '高三（1）班'],
    ['一年级（1）班', 1, 2, '二年级（1）班'],
    ['三(2)班', 3, 4, '四(2)班'],
    ['五年级一班', 5, 6, '六年级一班'],
    ['六年级（2）班', 6, 7, '初一（2）班'],
    ['小班', 101, 102, '中班'],
    ['小一班', 101, 102, '中一班'],
    ['中（2）班', 102, 103, '大（2）班'],
    ['中职一年级护理班', 501, 502, '中职二年级护理班'],
    ['二年级会计班', 502, 503, '三年级会计班'],
    ['高职二年级1班', 602, 603, '高职三年级1班'],
    ['大一英语1班', 701, 702, '大二英语1班'],
  ])('%s (%i → %i) is %s', (name, grade, next, expected) => expect(nextClassName(name, grade, next)).toBe(expected));

  it('is unchanged when it does not contain the grade', () => {
    for (const name of ['2024级应用心理学1班', '24护理1班', '火箭班', '3班', '实验一班'])
      expect(nextClassName(name, 701, 702)).toBe(name);
    for (const name of ['火箭班', '7班', '17班', '第七小队']) expect(nextClassName(name, 7, 8)).toBe(name);
  });
});

describe('the classes of a year', () => {
  const one = (class_id: string, grade: number, class_name: string, class_no: number | null = null) => ({
    class_id,
    class_name,
    period: 3,
    grade,
    class_no,
  });

  it('move up, graduate, or join an existing class of the new year', () => {
    const { moves, twins } = moveUp(
      SIX_THREE,
      [one('a', 7, '初一（1）班', 1), one('b', 8, '初二（1）班', 1), one('c', 9, '初三（1）班', 1)],
      [one('z', 9, '初三（1）班')],
    );
    expect(twins).toEqual([]);
    expect(moves.map(({ to }) => to && [to.grade, to.class_name, to.class_id])).toEqual([
      [8, '初二（1）班', undefined],
      [9, '初三（1）班', 'z'],
      undefined,
    ]);
  });

  it('report two classes that would get the same name', () => {
    expect(moveUp(SIX_THREE, [one('a', 7, '初一（1）班'), one('b', 7, '初二（1）班')], []).twins).toEqual([
      '初二（1）班',
      '初二（1）班',
    ]);
  });

  it('offer a repeating student the class of the same number, otherwise the first of the grade, otherwise none', () => {
    const there = [one('x', 8, '初二（1）班', 1), one('y', 8, '初二（2）班', 2)];
    expect(classToRepeat(one('b', 8, '初二（2）班', 2), there)?.class_id).toBe('y');
    expect(classToRepeat(one('b', 8, '初二（9）班', 9), there)?.class_id).toBe('x');
    expect(classToRepeat(one('b', 8, '初二甲班'), there)?.class_id).toBe('x');
    expect(classToRepeat(one('b', 7, '初一（1）班', 1), there)).toBeUndefined();
  });
});
