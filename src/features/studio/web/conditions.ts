import { isUsable } from '../../../platform/schema/check-expressions.ts';
import type { Expression } from '../../../platform/schema/expressions/expression.ts';
import { isObject } from '../../../platform/schema/json.ts';
import { isRange } from '../../../platform/schema/ranges.ts';
import {
  isComposed,
  isSeveral,
  type EntitySchema,
  type FieldSchema,
  type Scalar,
} from '../../../platform/schema/types.ts';

/** Comparisons of a field with a value, or with nothing. */
export const COMPARISONS = ['==', '!=', '<', '<=', '>', '>=', 'has', 'filled', 'empty'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** One part of a condition: what a field must be. */
export interface Part {
  field: string;
  comparison: Comparison;
  value?: Scalar | undefined;
}

/** A condition as a person composes it: parts of which all hold, or one. */
export interface Condition {
  join: 'and' | 'or';
  parts: readonly Part[];
}

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
const fieldOf = (value: unknown): string | undefined =>
  isObject(value) && Object.keys(value).length === 1 && typeof value['var'] === 'string' ? value['var'] : undefined;

function partOf(expression: unknown): Part | undefined {
  if (!isObject(expression)) return undefined;
  const [[operator, given] = ['', undefined], ...more] = Object.entries(expression);
  const asked = fieldOf(expression);
  if (asked !== undefined) return { field: asked, comparison: 'filled' };
  if (more.length > 0) return undefined;
  const operands: readonly unknown[] = Array.isArray(given) ? given : [given];
  const [first, second] = operands;
  if (operands.length === 1 && (operator === '!' || operator === '!!')) {
    const field = fieldOf(first);
    return field === undefined ? undefined : { field, comparison: operator === '!' ? 'empty' : 'filled' };
  }
  if (operator === 'in') {
    const field = fieldOf(second);
    return field === undefined || !isScalar(first) ? undefined : { field, comparison: 'has', value: first };
  }
  const comparison = COMPARISONS.find((one) => one === operator);
  const field = fieldOf(first);
  return comparison === undefined || field === undefined || !isScalar(second)
    ? undefined
    : { field, comparison, value: second };
}

/** The condition as a person reads it: a yes-or-no field that is filled in is yes. */
export const inWords = ({ properties }: EntitySchema, { join, parts }: Condition): Condition => ({
  join,
  parts: parts.map((part) => {
    if (properties[part.field]?.type !== 'boolean' || needsValue(part.comparison)) return part;
    return { field: part.field, comparison: part.comparison === 'filled' ? '==' : '!=', value: true };
  }),
});

/** A condition as parts; undefined where a file says more than parts can. */
export function conditionOf(expression: Expression): Condition | undefined {
  const join = isObject(expression) && 'or' in expression ? 'or' : 'and';
  const list = isObject(expression) ? (expression['and'] ?? expression['or']) : undefined;
  const parts = (Array.isArray(list) ? (list as unknown[]) : [expression]).map(partOf);
  return parts.every((part): part is Part => part !== undefined) ? { join, parts } : undefined;
}

const expressionOfPart = ({ field, comparison, value = '' }: Part): Expression => {
  const asked = { var: field };
  if (comparison === 'filled') return { '!!': asked };
  if (comparison === 'empty') return { '!': asked };
  return comparison === 'has' ? { in: [value, asked] } : { [comparison]: [asked, value] };
};

/** The expression of a condition; undefined where it has no complete part. */
export function expressionOf({ join, parts }: Condition): Expression | undefined {
  const complete = parts.filter(
    ({ field, comparison, value }) => field !== '' && (!needsValue(comparison) || value !== undefined),
  );
  const [only] = complete;
  if (only === undefined) return undefined;
  return complete.length === 1 ? expressionOfPart(only) : { [join]: complete.map(expressionOfPart) };
}

export const needsValue = (comparison: Comparison): boolean => comparison !== 'filled' && comparison !== 'empty';

/** The comparisons that make sense for a field. */
export function comparisonsOf(field: FieldSchema | undefined): readonly Comparison[] {
  if (!field) return ['filled', 'empty'];
  if (isComposed(field)) return ['filled', 'empty'];
  if (isSeveral(field)) return field.enum ? ['has', 'filled', 'empty'] : ['filled', 'empty'];
  if (field.type === 'boolean') return ['==', '!='];
  if (field.enum) return ['==', '!=', 'filled', 'empty'];
  if (isRange(field) || field['x-kind'] === 'row') return ['filled', 'empty'];
  if (field.type === 'integer' || field.type === 'number' || field.format)
    return ['==', '!=', '<', '<=', '>', '>=', 'filled', 'empty'];
  return ['==', '!=', 'filled', 'empty'];
}

/** Fields that a condition may look at. */
export const usableFields = (schema: EntitySchema, except = ''): { value: string; label: string }[] =>
  Object.entries(schema.properties)
    .filter(([name]) => name !== except && isUsable(schema, name))
    .map(([name, { title }]) => ({ value: name, label: title }));
