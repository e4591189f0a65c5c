import { isUsable } from '../../../platform/schema/check-expressions.ts';
import { relationProblem } from '../../../platform/schema/check-relations.ts';
import type { Expression } from '../../../platform/schema/expressions/expression.ts';
import { isObject } from '../../../platform/schema/json.ts';
import { isRange } from '../../../platform/schema/ranges.ts';
import { ownReferences } from '../../../platform/schema/references.ts';
import { relatedBy } from '../../../platform/schema/relations.ts';
import type { EntitySchema, FieldSchema } from '../../../platform/schema/types.ts';
import { usableFields } from './conditions.ts';

/** `var` is the value of one field as it is. */
export const CALCULATIONS = ['+', '-', '*', '/', 'sum', 'days', 'minutes', 'count', 'var'] as const;
export type Calculation = (typeof CALCULATIONS)[number];
/** Calculations with one operand. */
export const UNARY: ReadonlySet<Calculation> = new Set<Calculation>(['sum', 'minutes', 'count', 'var']);

export type Operand = string | number;
export interface Formula {
  calculation: Calculation;
  operands: readonly (Operand | undefined)[];
}

const operandOf = (value: unknown): Operand | undefined => {
  if (typeof value === 'number') return value;
  return isObject(value) && typeof value['var'] === 'string' ? value['var'] : undefined;
};

/** A formula of one calculation; undefined where a file says more. */
export function formulaOf(expression: Expression): Formula | undefined {
  const formula = draftOf(expression);
  if (!formula || formula.operands.some((one) => one === undefined)) return undefined;
  return formula.operands.length === (UNARY.has(formula.calculation) ? 1 : 2) ? formula : undefined;
}

/** A formula that is being composed: fields that are not chosen yet are empty names. */
export function draftOf(expression: Expression): Formula | undefined {
  const [[name, given] = ['', undefined]] = isObject(expression) ? Object.entries(expression) : [];
  const calculation = CALCULATIONS.find((one) => one === name);
  if (calculation === undefined) return undefined;
  if (calculation === 'var') return { calculation, operands: [typeof given === 'string' ? given : undefined] };
  const operands = Array.isArray(given) ? (given as unknown[]) : [given];
  return { calculation, operands: operands.map(operandOf) };
}

const asExpression = (operand: Operand) => (typeof operand === 'number' ? operand : { var: operand });
export function expressionOf({ calculation, operands: [first, ...others] }: Formula): Expression {
  if (calculation === 'var') return { var: first ?? '' };
  return { [calculation]: [first, ...others].map((operand) => asExpression(operand ?? '')) };
}

/** Something that a formula may take: a field of the row, or of rows that it refers to. */
interface Source {
  value: string;
  label: string;
  field: FieldSchema;
  /** One value for each of several rows. */
  several: boolean;
  related: boolean;
}

/** What the formula of a field may take. @param all The schemas of the tenant that the user sees */
export function sourcesOf(
  schema: EntitySchema,
  name: string,
  all: Readonly<Record<string, EntitySchema>>,
): readonly Source[] {
  const own = usableFields(schema, name).flatMap(({ value, label }): Source[] => {
    const field = schema.properties[value];
    return field ? [{ value, label, field, several: false, related: false }] : [];
  });
  const related = ownReferences(schema)
    .filter(({ field }) => isUsable(schema, field))
    .flatMap(({ field, entity, several }) =>
      Object.entries(all[entity]?.properties ?? {}).flatMap(([of, target]): Source[] => {
        const value = `${field}.${of}`;
        const one = relatedBy(schema, value);
        if (!one || relationProblem(schema, one, all) !== undefined) return [];
        const label = `${schema.properties[field]?.title ?? field} · ${target.title}`;
        return [{ value, label, field: target, several, related: true }];
      }),
    );
  return [...own, ...related];
}

const isNumber = ({ type, enum: values }: FieldSchema) => (type === 'integer' || type === 'number') && !values;
const isPlainText = ({ type, enum: values, format, 'x-kind': kind }: FieldSchema) =>
  type === 'string' && !values && !format && (kind === undefined || kind === 'text');

/** Whether a calculation can take a source. @param of The computed field */
export function fitsCalculation(
  { field, several, related }: Source,
  calculation: Calculation,
  of: FieldSchema,
): boolean {
  if (calculation === 'sum') return several && isNumber(field);
  if (several) return false;
  if (calculation === 'minutes') return isRange(field);
  if (calculation === 'count') return !related && field.type === 'array';
  if (calculation === 'days') return field.format === 'date' || field.format === 'date-time';
  if (calculation === 'var') return related && (of.type === 'string' ? isPlainText(field) : isNumber(field));
  return isNumber(field);
}

/** The calculations that give a field its value. */
export const calculationsFor = ({ type }: FieldSchema): readonly Calculation[] =>
  type === 'string' ? ['var'] : CALCULATIONS;
