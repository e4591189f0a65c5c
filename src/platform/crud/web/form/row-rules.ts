import type { FailureDetail } from '../../../contract/common.ts';
import { absentFields, brokenRules, hasExpressions, requiredFields } from '../../../schema/expressions/derive.ts';
import type { Moment, Values } from '../../../schema/expressions/evaluate.ts';
import type { InputSchema } from '../../../schema/form.ts';
import { pointer } from '../../../schema/json.ts';
import type { EntitySchema } from '../../../schema/types.ts';
import { filled } from './check.ts';

/** A form whose fields depend on each other's values, by the expressions of its schema. */
export interface RowRules {
  /** The fields that the form has with these values, and those that must be filled in. */
  inputFor: (values: Values) => InputSchema;
  /** The values of these fields; what was typed into others is kept by the form only. */
  valuesFor: (values: unknown) => Record<string, unknown>;
  /** The rules across fields that these values break, at their fields. */
  problemsOf: (values: Values) => FailureDetail[];
}

/**
 * @param input All fields that the form may have
 * @param row The edited row: the values of fields that the form does not have
 */
export function rowRules(schema: EntitySchema, input: InputSchema, row: Values | undefined, moment: Moment): RowRules {
  if (!hasExpressions(schema)) return { inputFor: () => input, valuesFor: filled, problemsOf: () => [] };
  const beside = Object.entries(row ?? {}).filter(([name]) => !Object.hasOwn(input.properties, name));
  const whole = (values: Values): Values => ({ ...Object.fromEntries(beside), ...values });
  const made = new Map<string, InputSchema>();
  const inputFor = (values: Values): InputSchema => {
    const all = whole(values);
    const absent = absentFields(schema, all, moment);
    const required = requiredFields(schema, all, moment).filter((name) => Object.hasOwn(input.properties, name));
    const key = JSON.stringify([[...absent], required]);
    const known = made.get(key);
    if (known) return known;
    const fields = Object.entries(input.properties).filter(([name]) => !absent.has(name));
    const next: InputSchema = {
      ...input,
      required: [...new Set([...input.required, ...required])].filter((name) => !absent.has(name)),
      properties: Object.fromEntries(fields),
    };
    made.set(key, next);
    return next;
  };
  const valuesFor = (values: unknown) => {
    const given = filled(values);
    const absent = absentFields(schema, whole(given), moment);
    return Object.fromEntries(Object.entries(given).filter(([name]) => !absent.has(name)));
  };
  return {
    inputFor,
    valuesFor,
    problemsOf: (values) => {
      const { properties } = inputFor(values);
      return brokenRules(schema, whole(values), moment)
        .filter(({ field }) => Object.hasOwn(properties, field))
        .map(({ field, message }) => ({ field: pointer(field), message }));
    },
  };
}
