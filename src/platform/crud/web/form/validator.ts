import {
  toErrorSchema,
  type RJSFSchema,
  type RJSFValidationError,
  type ValidationData,
  type ValidatorType,
} from '@rjsf/utils';
import type { InputSchema } from '../../../schema/form.ts';
import { pathOfPointer } from '../../../schema/json.ts';
import { check, failuresOf } from './check.ts';
import type { FormContext } from './form-context.ts';
import type { RowRules } from './row-rules.ts';

/** Casts an `InputSchema` to the type of the form engine. */
export const forEngine = (schema: InputSchema): RJSFSchema => schema as unknown as RJSFSchema;

type Engine = ValidatorType<unknown, RJSFSchema, FormContext>;

/** `check` for the form engine, with the rules across fields. */
export const validatorWith = ({ valuesFor, problemsOf }: Pick<RowRules, 'valuesFor' | 'problemsOf'>): Engine => ({
  validateFormData(data: unknown, schema: RJSFSchema): ValidationData<unknown> {
    const values = valuesFor(data);
    const wrong = check(schema as unknown as InputSchema, values);
    const places = new Set(wrong.map(({ field }) => field));
    const all = [...wrong, ...problemsOf(values).filter(({ field }) => !places.has(field))];
    const errors: RJSFValidationError[] = all.map(({ field, message }) => ({
      property: `.${pathOfPointer(field).join('.')}`,
      message,
      stack: message,
    }));
    return { errors, errorSchema: toErrorSchema(errors) };
  },
  rawValidation<Result>(schema: RJSFSchema, data?: unknown): { errors?: Result[] } {
    return { errors: failuresOf(schema, data) as Result[] };
  },
  isValid: (schema, data) => failuresOf(schema, data).length === 0,
});
