import { describe, expect, it } from 'vitest';
import { display } from '../../../src/platform/schema/columns.ts';
import { convert } from '../../../src/platform/schema/convert.ts';
import { counterOf, numberText } from '../../../src/platform/schema/sequence.ts';
import { readCell } from '../../../src/platform/schema/sheet-cell.ts';
import type { FieldSchema } from '../../../src/platform/schema/types.ts';
import { valueProblem } from '../../../src/platform/schema/value-problem.ts';

const field = (of: Partial<FieldSchema>): FieldSchema => ({ type: 'string', title: '值', ...of });
const SLOT = field({ 'x-kind': 'date-time-range' });
const TIMES = field({ 'x-kind': 'time-range' });
const TAGS = field({ type: 'array', 'x-kind': 'choices', enum: ['a', 'b'], 'x-labels': { a: '甲', b: '乙' } });
const read = (of: FieldSchema, cell: Parameters<typeof readCell>[1]) => readCell(of, cell, () => true);

describe('a value', () => {
  it.each<[string, Partial<FieldSchema>, unknown, boolean]>([
    ['a mobile', { 'x-kind': 'mobile' }, '13800138000', true],
    ['a number that is no mobile', { 'x-kind': 'mobile' }, '12800138000', false],
    ['an identity number', { 'x-kind': 'identity-number' }, '11010519491231002X', true],
    ['one with a wrong check character', { 'x-kind': 'identity-number' }, '110105194912310021', false],
    ['one of a day that is none', { 'x-kind': 'identity-number' }, '11010519490231002X', false],
    ['an address', { 'x-kind': 'address', maxLength: 100 }, '青禾市城东区文昌路 1 号', true],
    ['a street without its district', { 'x-kind': 'address', maxLength: 100 }, '文昌路 1 号', false],
    ['a time range', { 'x-kind': 'time-range' }, '14:00/15:30', true],
    ['a time range that ends before it starts', { 'x-kind': 'time-range' }, '15:30/14:00', false],
    ['half a range', { 'x-kind': 'time-range' }, '15:30', false],
    ['two digits', { type: 'number', 'x-decimals': 2 }, 1.25, true],
    ['three digits', { type: 'number', 'x-decimals': 2 }, 1.255, false],
  ])('is accepted or refused: %s', (_, of, value, isAccepted) => {
    expect(valueProblem(field(of), value) === undefined).toBe(isAccepted);
  });

  it('is shown with its unit, its digits and its labels', () => {
    expect(display(field({ type: 'number', 'x-unit': '元', 'x-decimals': 2 }), 12.5)).toBe('12.50 元');
    expect(display(field({ type: 'integer', 'x-kind': 'rating', maximum: 5 }), 4)).toBe('4/5');
    expect(display(TAGS, ['b', 'a'])).toBe('乙、甲');
    expect(display(SLOT, '2026-11-17T06:00:00.000Z/2026-11-17T07:30:00.000Z')).toBe('2026-11-17 14:00–15:30');
    expect(display(SLOT, '2026-11-17T06:00:00.000Z/2026-11-18T07:30:00.000Z')).toBe(
      '2026-11-17 14:00–2026-11-18 15:30',
    );
  });

  it.each([
    [SLOT, '2026-11-17 14:00-15:30', '2026-11-17T06:00:00.000Z/2026-11-17T07:30:00.000Z'],
    [SLOT, '2026年11月17日 14:00 至 2026/11/18 9:00', '2026-11-17T06:00:00.000Z/2026-11-18T01:00:00.000Z'],
    [SLOT, '2026-11-17 14:00–15:30', '2026-11-17T06:00:00.000Z/2026-11-17T07:30:00.000Z'],
    [TIMES, '14：00～15：30', '14:00/15:30'],
    [TIMES, '8:00-9:00', '08:00/09:00'],
    [field({ format: 'time' }), 0.5625, '13:30'],
    [field({ format: 'time' }), '9点5分', '09:05'],
    [TAGS, '甲，乙、甲', ['a', 'b']],
    [field({ type: 'number', 'x-unit': '元' }), '1,200.5 元', 1200.5],
    [field({ type: 'integer', 'x-kind': 'rating', maximum: 5 }), '4/5', 4],
    [field({ 'x-kind': 'identity-number' }), '１１０１０５１９４９１２３１００２ｘ', '11010519491231002X'],
  ])('is read from a cell: %o %s', (of, cell, value) => {
    expect(read(of, cell)).toEqual({ kind: 'value', value });
  });

  it('is refused in a cell with an example', () => {
    expect(read(TIMES, '下午')).toMatchObject({
      kind: 'wrong',
      message: expect.stringContaining('14:00-15:30') as string,
    });
    expect(read(TAGS, '甲、丙')).toMatchObject({ kind: 'wrong', message: expect.stringContaining('甲、乙') as string });
  });

  it('is converted by its text, and back', () => {
    const options = field({ enum: ['a', 'b'], 'x-labels': { a: '甲', b: '乙' } });
    expect(convert(options, TAGS, 'b')?.value).toEqual(['b']);
    expect(convert(TAGS, field({ maxLength: 50 }), ['a', 'b'])?.value).toBe('甲、乙');
    expect(convert(field({ maxLength: 50 }), field({ 'x-kind': 'mobile' }), '13800138000')?.value).toBe('13800138000');
    expect(convert(field({ maxLength: 50 }), field({ 'x-kind': 'mobile' }), '138')).toBeUndefined();
    const rating = field({ type: 'integer', 'x-kind': 'rating', maximum: 5 });
    expect(convert(rating, field({ type: 'integer' }), 4)?.value).toBe(4);
  });
});

describe('a sequence', () => {
  it('has a counter for each value of its date', () => {
    expect(counterOf('XL{yy}{mm}-{000}', '2026-11-17')).toBe('XL2611-{000}');
    expect(numberText('XL2611-{000}', 7)).toBe('XL2611-007');
    expect(numberText('XL2611-{000}', 1234)).toBe('XL2611-1234');
  });
});
