import { describe, expect, it } from 'vitest';
import { ColumnWatch } from '../../../src/platform/schema/guess-column.ts';
import type { RawCell } from '../../../src/platform/schema/sheet-cell.ts';

function guess(cells: readonly RawCell[], room = () => true) {
  const watch = new ColumnWatch();
  for (const cell of cells) watch.add(cell, room);
  return watch.result();
}
const times = (n: number, ...texts: string[]) => Array.from({ length: n }, () => texts).flat();

describe('the meaning of a column', () => {
  it.each<[string, RawCell[], object]>([
    ['yes and no', ['是', '否', null, '是'], { type: 'boolean' }],
    ['mobiles', ['13812345678', 13_987_654_321, '138 1234 5679'], { type: 'string', 'x-kind': 'mobile' }],
    ['identity numbers', ['11010520130530123X', null], { type: 'string', maxLength: 50 }],
    ['correct identity numbers', ['11010519491231002X'], { type: 'string', 'x-kind': 'identity-number' }],
    ['times', ['8:30', '14:05'], { type: 'string', format: 'time' }],
    [
      'dates of a workbook and typed ones',
      [{ at: '2026-09-01T00:00:00' }, '2026/9/2', '2026年9月3日'],
      { type: 'string', format: 'date' },
    ],
    ['moments', [{ at: '2026-09-01T08:30:00' }, '2026-09-02 09:00'], { type: 'string', format: 'date-time' }],
    ['whole numbers', [1, '2', '1,200', -3], { type: 'integer' }],
    ['numbers with digits', [1.5, '2.25', 3], { type: 'number', 'x-decimals': 2 }],
    ['numbers of persons', ['20260001234', '20260001235'], { type: 'string', maxLength: 50 }],
    ['numbers with leading zeros', ['007', '008'], { type: 'string', maxLength: 50 }],
    ['a number beyond those of the database', [3_000_000_000], { type: 'string', maxLength: 50 }],
    ['dates and something else', ['2026-09-01', '待定'], { type: 'string', maxLength: 50 }],
    [
      'a few words again and again',
      times(3, '良好', '一般'),
      { type: 'string', enum: ['o_1', 'o_2'], 'x-labels': { o_1: '良好', o_2: '一般' } },
    ],
    ['different words', ['甲', '乙', '丙', '丁'], { type: 'string', maxLength: 50 }],
    ['long texts', ['很'.repeat(60)], { type: 'string', 'x-kind': 'text', maxLength: 500 }],
    ['lines', ['一\n二'], { type: 'string', 'x-kind': 'text', maxLength: 500 }],
    ['nothing', [null, '', ' '], { type: 'string', maxLength: 50 }],
  ])('is guessed from %s', (_, cells, field) => {
    expect(guess(cells).field).toEqual(field);
  });

  it('is no choice among more options than a person can oversee, or of long words', () => {
    const many = times(3, ...Array.from({ length: 13 }, (_, i) => `选项${i}`));
    expect(guess(many).field).toEqual({ type: 'string', maxLength: 50 });
    expect(guess(times(3, '长'.repeat(21), '短')).field).toEqual({ type: 'string', maxLength: 50 });
  });

  it('counts filled cells and sees repeated ones, width and spaces aside', () => {
    expect(guess(['甲', null, '乙'])).toMatchObject({ filled: 2, distinct: true, examples: ['甲', '乙'] });
    expect(guess(['Ａ 1', 'a1'])).toMatchObject({ filled: 2, distinct: false });
    expect(guess([])).toMatchObject({ filled: 0, distinct: false });
  });

  it('holds few values, however many there are', () => {
    let room = 100;
    const cells = Array.from({ length: 5000 }, (_, i) => `值${i}`);
    const { texts, distinct } = guess(cells, () => room-- > 0);
    expect([texts.length, distinct]).toEqual([50, false]);
  });

  it('leaves the room to other columns as soon as a value repeats', () => {
    let room = 6;
    const take = () => room-- > 0;
    const [repeating, numbered] = [new ColumnWatch(), new ColumnWatch()];
    for (let i = 0; i < 4; i++) {
      repeating.add('同', take);
      numbered.add(`号${i}`, take);
    }
    expect([repeating.result().distinct, numbered.result().distinct, room]).toEqual([false, true, 1]);
  });
});
