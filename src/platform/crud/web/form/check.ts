import { format, Validator, type OutputUnit, type Schema } from '@cfworker/json-schema';
import type { FailureDetail } from '../../../contract/common.ts';
import { isTime } from '../../../schema/days.ts';
import { explainAll, fromCfworker } from '../../../schema/explain.ts';
import type { InputSchema } from '../../../schema/form.ts';
import { isObject, pathOfPointer } from '../../../schema/json.ts';
import { valueProblems } from '../../../schema/value-problem.ts';

// The validator's own times have seconds and a zone.
format['time'] = isTime;

/** Removes empty values: `undefined` in a form, absent in JSON Schema. */
export const filled = (data: unknown): Record<string, unknown> =>
  isObject(data) ? Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) : {};

const validators = new WeakMap<object, Validator>();

/** Validation errors of a JSON Schema. The validator interprets the schema, because the CSP forbids generated code. */
export function failuresOf(schema: object, data: unknown): OutputUnit[] {
  let validator = validators.get(schema);
  if (!validator) validators.set(schema, (validator = new Validator(schema as Schema, '2020-12', false)));
  return validator.validate(filled(data)).errors;
}

/** Validation errors of a form with the messages of the server, in the order of the form. */
export function check(schema: InputSchema, data: unknown): FailureDetail[] {
  const names = Object.keys(schema.properties);
  const place = ({ field }: FailureDetail) => names.indexOf(pathOfPointer(field)[0] ?? '');
  const details = explainAll(schema, fromCfworker(failuresOf(schema, data)));
  const reported = new Set(details.map(({ field }) => field));
  // An unchanged masked value is the server's to check.
  const more = valueProblems(schema.properties, filled(data), true, reported).filter(
    ({ field }) => !reported.has(field),
  );
  return [...details, ...more].sort((a, b) => place(a) - place(b));
}
