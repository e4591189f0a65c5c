import { describe, expect, it } from 'vitest';
import { conditionOf, expressionOf, inWords, type Condition } from '../../../../src/features/studio/web/conditions.ts';
import { formulaOf } from '../../../../src/features/studio/web/FormulaEditor.tsx';
import type { EntitySchema } from '../../../../src/platform/schema/types.ts';

describe('a condition in the studio', () => {
  it.each<[string, Condition]>([
    ['one part', { join: 'and', parts: [{ field: 'outside', comparison: '==', value: true }] }],
    ['a part without a value', { join: 'and', parts: [{ field: 'room', comparison: 'empty' }] }],
    [
      'any of several parts',
      {
        join: 'or',
        parts: [
          { field: 'cost', comparison: '>', value: 100 },
          { field: 'tools', comparison: 'has', value: 'sand' },
          { field: 'room', comparison: 'filled' },
        ],
      },
    ],
  ])('is an expression and comes back: %s', (_, condition) => {
    const expression = expressionOf(condition);
    expect(expression && conditionOf(expression)).toEqual(condition);
  });

  it('reads a yes-or-no field that is filled in as yes', () => {
    const schema = { properties: { outside: { type: 'boolean', title: '校外' } } } as unknown as EntitySchema;
    const known = conditionOf({ var: 'outside' });
    expect(known && inWords(schema, known).parts).toEqual([{ field: 'outside', comparison: '==', value: true }]);
  });

  it('leaves out parts that are not complete', () => {
    expect(expressionOf({ join: 'and', parts: [{ field: '', comparison: 'filled' }] })).toBeUndefined();
    expect(expressionOf({ join: 'and', parts: [{ field: 'cost', comparison: '>' }] })).toBeUndefined();
  });

  it('is left to the file where it says more than parts can', () => {
    expect(conditionOf({ '>': [{ count: { var: 'students' } }, 2] })).toBeUndefined();
    expect(conditionOf({ and: [{ or: [{ var: 'a' }, { var: 'b' }] }, { var: 'c' }] })).toBeUndefined();
    expect(formulaOf({ '+': [{ '*': [{ var: 'a' }, 2] }, 1] })).toBeUndefined();
    expect(formulaOf({ '*': [{ var: 'a' }, 2] })).toEqual({ calculation: '*', operands: ['a', 2] });
  });
});
