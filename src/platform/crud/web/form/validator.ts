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

/** Casts an `InputSchema` to the type of the form engine. */
export const forEngine = (schema: InputSchema): RJSFSchema => schema as unknown as RJSFSchema;

/** `check` for the form engine. */
export const validator: ValidatorType<unknown, RJSFSchema, FormContext> = {
  validateFormData(data: unknown, schema: RJSFSchema): ValidationData<unknown> {
    const errors: RJSFValidationError[] = check(schema as unknown as InputSchema, data).map(({ field, message }) => ({
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
};
