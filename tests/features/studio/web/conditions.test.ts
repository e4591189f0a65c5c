import { describe, expect, it } from 'vitest';
import { conditionOf, expressionOf, inWords, type Condition } from '../../../../src/features/studio/web/conditions.ts';
import {
  calculationsFor,
  expressionOf as toExpression,
  fitsCalculation,
  formulaOf,
  sourcesOf,
  type Calculation,
  type Formula,
} from '../../../../src/features/studio/web/formula.ts';
import type { EntitySchema, FieldSchema } from '../../../../src/platform/schema/types.ts';

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

describe('a formula over related rows', () => {
  const resource = (name: string, properties: object, area = 'own-resource') =>
    ({
      $id: name,
      title: name,
      required: [],
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, field]) => [
          key,
          { 'x-tenant': true, 'x-form': { on: ['create', 'edit'], order: 1 }, ...field },
        ]),
      ),
      'x-resource': { path: `/v1/portal/x/${name}`, table: 'tenant_rows', id: `${name}_id`, area },
    }) as unknown as EntitySchema;
  const tool = resource('tool', {
    price: { type: 'number', title: '单价' },
    maker: { type: 'string', title: '厂家' },
    secret: { type: 'number', title: '底价', 'x-seen-by': [4] },
  });
  const loan = resource('loan', {
    days: { type: 'integer', title: '天数' },
    tools: { type: 'array', title: '器材', 'x-kind': 'rows', 'x-of': 'tool' },
    main: { type: 'string', title: '主要器材', 'x-kind': 'row', 'x-of': 'tool' },
    cost: { type: 'number', title: '费用', readOnly: true, 'x-computed': { sum: { var: 'tools.price' } } },
  });
  const number = { type: 'number', title: '费用' } as const;
  const offered = (
    calculation: Calculation,
    of: FieldSchema = number,
    others: Record<string, EntitySchema> = { tool },
  ) =>
    sourcesOf(loan, 'cost', { loan, ...others })
      .filter((source) => fitsCalculation(source, calculation, of))
      .map(({ label }) => label);

  it('offers what the calculation can take, and nothing that others may not see', () => {
    expect(offered('sum')).toEqual(['器材 · 单价']);
    expect(offered('*')).toEqual(['天数', '主要器材 · 单价']);
    expect(offered('var')).toEqual(['主要器材 · 单价']);
    expect(offered('var', { type: 'string', title: '厂家' })).toEqual(['主要器材 · 厂家']);
    expect(
      offered('sum', number, { tool: { ...tool, 'x-resource': { ...tool['x-resource'], area: 'own/x' } } }),
    ).toEqual([]);
    expect(calculationsFor({ type: 'string', title: '厂家' })).toEqual(['var']);
  });

  it.each<[string, Formula]>([
    ['a total', { calculation: 'sum', operands: ['tools.price'] }],
    ['a value as it is', { calculation: 'var', operands: ['main.maker'] }],
    ['a product', { calculation: '*', operands: ['main.price', 2] }],
  ])('is an expression and comes back: %s', (_, formula) => {
    expect(formulaOf(toExpression(formula))).toEqual(formula);
  });
});
