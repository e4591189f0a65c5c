import { describe, expect, it } from 'vitest';
import { expressionProblem, variablesOf } from '../../../src/platform/schema/expressions/check-expression.ts';
import { evaluate } from '../../../src/platform/schema/expressions/evaluate.ts';
import type { Expression } from '../../../src/platform/schema/expressions/expression.ts';

const MOMENT = { today: '2026-11-17', now: '2026-11-17T06:00:00.000Z', me: 'u1' };
const value = (expression: Expression, row: Record<string, unknown> = {}) => evaluate(expression, row, MOMENT);
const known = (name: string) =>
  ['amount', 'price', 'slot', '$today'].includes(name) ? undefined : { reason: `没有字段 ${name}`, fix: '改正' };
const problem = (expression: unknown) => expressionProblem(expression, known);

describe('an expression', () => {
  it.each<[string, Expression, Record<string, unknown>, unknown]>([
    ['calculates', { '*': [{ var: 'price' }, { var: 'amount' }] }, { price: 2.5, amount: 4 }, 10],
    ['has no value without one of its numbers', { '+': [{ var: 'price' }, 1] }, {}, null],
    ['has no value where it divides by zero', { '/': [1, { var: 'amount' }] }, { amount: 0 }, null],
    ['does not take a text for a number', { '+': [{ var: 'price' }, 1] }, { price: '2' }, null],
    ['compares days', { '<': [{ var: 'day' }, { var: '$today' }] }, { day: '2026-11-16' }, true],
    ['does not compare what is absent', { '<': [{ var: 'amount' }, 5] }, {}, false],
    ['counts days', { days: [{ var: 'day' }, { var: '$today' }] }, { day: '2026-11-10' }, 7],
    ['counts the minutes of a range', { minutes: { var: 'slot' } }, { slot: '14:00/15:30' }, 90],
    [
      'counts the minutes of a range of dates',
      { minutes: { var: 'slot' } },
      { slot: '2026-11-16T23:00:00.000Z/2026-11-17T01:00:00.000Z' },
      120,
    ],
    ['finds one of several', { in: ['a', { var: 'tags' }] }, { tags: ['a', 'b'] }, true],
    ['finds nothing in what is absent', { in: ['a', { var: 'tags' }] }, {}, false],
    ['counts values', { count: { var: 'tags' } }, { tags: ['a', 'b'] }, 2],
    ['joins texts', { cat: [{ var: 'a' }, '-', { var: 'b' }] }, { a: 'x' }, 'x-'],
    ['is equal without converting', { '==': [{ var: 'amount' }, '1'] }, { amount: 1 }, false],
    ['knows the user', { var: '$me' }, {}, 'u1'],
    ['knows no name of the language', { var: 'constructor' }, {}, null],
  ])('%s', (_, expression, row, expected) => {
    expect(value(expression, row)).toEqual(expected);
  });

  it.each<[string, unknown, string[]]>([
    ['an unknown operator', { log: [1] }, ['log']],
    ['an operator of the library that is not among ours', { map: [[1], { var: '' }] }, ['map']],
    ['an unknown variable', { '>': [{ var: 'amont' }, 1] }, ['>', '0', 'var']],
    ['a path into a value', { var: 'amount.length' }, ['var']],
    ['two operators in one place', { '+': [1, 2], '-': [1] }, []],
    ['too few operands', { '==': [1] }, ['==']],
    ['a list outside of in', { '+': [[1, 2], 3] }, ['+', '0']],
    ['an expression inside a list', { in: ['a', [{ var: 'amount' }]] }, ['in', '1']],
    ['nothing', { '!': [null] }, ['!', '0']],
    ['a long text', { cat: ['x'.repeat(101)] }, ['cat', '0']],
  ])('is refused with %s', (_, expression, path) => {
    expect(problem(expression)).toMatchObject({
      path,
      reason: expect.any(String) as string,
      fix: expect.any(String) as string,
    });
  });

  it('is refused where it is too deep or has too many parts', () => {
    let deep: unknown = true;
    for (let i = 0; i < 9; i++) deep = { '!': [deep] };
    expect(problem(deep)?.reason).toBe('表达式超过 8 层');
    const wide = { and: Array.from({ length: 20 }, () => ({ or: [1, 2, 3, 4, 5] })) };
    expect(problem(wide)?.reason).toBe('表达式超过 100 个部分');
  });

  it('names its variables', () => {
    expect(variablesOf({ if: [{ var: 'a' }, { '+': [{ var: 'b' }, 1] }, 'c'] })).toEqual(['a', 'b']);
  });
});
