import { heldFields } from '../field-rights.ts';
import { fits } from '../fits.ts';
import { baseOf } from '../relations.ts';
import { fieldsOf, type EntitySchema, type FieldSchema, type FieldValue } from '../types.ts';
import { rounded, valueProblem } from '../value-problem.ts';
import { variablesOf } from './check-expression.ts';
import { evaluate, holds, type Moment, type Values } from './evaluate.ts';

/** Characters of a computed text without a limit of its own. */
const TEXT_MAX = 500;

/** Whether a schema has any rule that `derive` or `rowProblems` follow. */
const known = new WeakMap<EntitySchema, boolean>();
export function hasExpressions(schema: EntitySchema): boolean {
  const found =
    known.get(schema) ??
    (schema['x-rules'] !== undefined ||
      Object.values(schema.properties).some(
        (field) =>
          field['x-computed'] !== undefined ||
          field['x-show'] !== undefined ||
          field['x-require'] !== undefined ||
          field['x-default'] !== undefined,
      ));
  known.set(schema, found);
  return found;
}

/** A result as a value of its field; undefined where it is none. */
export function fitted(field: FieldSchema, result: unknown): FieldValue | undefined {
  if (result === null || result === undefined || result === '') return undefined;
  let value: FieldValue;
  if (field.type === 'boolean') value = Boolean(result);
  else if (field.type === 'string') value = String(result as string | number).slice(0, field.maxLength ?? TEXT_MAX);
  else if (typeof result !== 'number') return undefined;
  else value = field.type === 'integer' ? Math.round(result) : rounded(result, field['x-decimals'] ?? 4);
  return fits(field, value) && valueProblem(field, value) === undefined ? value : undefined;
}

/**
 * Values of a new row's empty fields that have an expression as default.
 *
 * @param fields By default all that rows have, also those that the role does not see or write
 */
export const defaultsOf = (
  schema: EntitySchema,
  moment: Moment,
  fields: readonly (readonly [string, FieldSchema])[] = heldFields(schema),
): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(([name, field]) => {
      if (field['x-default'] === undefined || !field['x-form']?.on.includes('create')) return [];
      const value = fitted(field, evaluate(field['x-default'], {}, moment));
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** The same for the fields that the role fills in. */
export const formDefaults = (schema: EntitySchema, moment: Moment): Record<string, unknown> =>
  defaultsOf(
    schema,
    moment,
    fieldsOf(schema).filter(([, { readOnly }]) => readOnly !== true),
  );

/** Names of the fields that a row does not have, because their condition (`x-show`) does not hold. */
export function absentFields(schema: EntitySchema, row: Values, moment: Moment): ReadonlySet<string> {
  const conditional = heldFields(schema).filter(([, field]) => field['x-show'] !== undefined);
  const absent = new Set<string>();
  const left: Record<string, unknown> = { ...row };
  // A field that goes may take others with it; none comes back, so this ends.
  for (let more = conditional.length > 0; more;) {
    const gone = conditional.filter(
      ([name, field]) => !absent.has(name) && field['x-show'] !== undefined && !holds(field['x-show'], left, moment),
    );
    for (const [name] of gone) {
      absent.add(name);
      delete left[name];
    }
    more = gone.length > 0;
  }
  return absent;
}

/**
 * The computed fields (`x-computed`) of a row, each after those that it uses. Undefined means that it has no value.
 *
 * @param related What they take from the rows that it refers to
 */
export function computedValues(
  schema: EntitySchema,
  row: Values,
  moment: Moment,
  related: Values = {},
): Record<string, FieldValue | undefined> {
  const present = Object.entries(related).filter(([name]) => row[baseOf(name)] !== undefined);
  const values: Record<string, unknown> = { ...row, ...Object.fromEntries(present) };
  const made: Record<string, FieldValue | undefined> = {};
  const compute = (name: string): void => {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (field?.['x-computed'] === undefined || Object.hasOwn(made, name)) return;
    made[name] = undefined;
    for (const used of variablesOf(field['x-computed'])) compute(used);
    made[name] = fitted(field, evaluate(field['x-computed'], values, moment));
    values[name] = made[name];
  };
  for (const name of Object.keys(schema.properties)) compute(name);
  return made;
}

/**
 * Completes a row that is about to be written: defaults of a new row, no values of fields that it does not have, and
 * computed values.
 */
export function derive(
  schema: EntitySchema,
  row: Record<string, unknown>,
  { isNew, moment, related }: { isNew: boolean; moment: Moment; related?: Values | undefined },
): void {
  if (!hasExpressions(schema)) return;
  if (isNew)
    for (const [name, value] of Object.entries(defaultsOf(schema, moment)))
      if (row[name] === undefined) row[name] = value;
  for (const name of absentFields(schema, row, moment)) delete row[name];
  for (const [name, value] of Object.entries(computedValues(schema, row, moment, related))) {
    if (value === undefined) delete row[name];
    else row[name] = value;
  }
}

/** Fields that a row must have filled in by this role, because of a condition (`x-require`). */
export const requiredFields = (schema: EntitySchema, row: Values, moment: Moment): string[] => {
  const absent = absentFields(schema, row, moment);
  return fieldsOf(schema).flatMap(([name, field]) =>
    field['x-require'] !== undefined && !field.readOnly && !absent.has(name) && holds(field['x-require'], row, moment)
      ? [name]
      : [],
  );
};

/** The rules (`x-rules`) that a row breaks, with the field that each message stands at. */
export const brokenRules = (schema: EntitySchema, row: Values, moment: Moment): { field: string; message: string }[] =>
  (schema['x-rules'] ?? []).flatMap(({ when, message, fields }) =>
    holds(when, row, moment) ? [{ field: fields[0] ?? '', message }] : [],
  );
