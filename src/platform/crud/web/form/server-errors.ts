import type { ErrorSchema } from '@rjsf/utils';
import { ErrorSchemaBuilder } from '@rjsf/utils';
import type { FailureDetail } from '../../../contract/common.ts';
import { pathOfPointer } from '../../../schema/json.ts';

/** Server errors, split into errors of form fields and general errors. */
export interface Refusal {
  /** First path segment of the field → its message. */
  fields: Readonly<Record<string, string>>;
  /** Shown above the form. */
  general: readonly string[];
}

export const nothingRefused: Refusal = { fields: {}, general: [] };

/** @param known Names of the fields that the form shows */
export function refusalOf(details: readonly FailureDetail[], message: string, known: ReadonlySet<string>): Refusal {
  const fields: Record<string, string> = {};
  const general: string[] = [];
  for (const { field, message: text } of details) {
    const [name = ''] = pathOfPointer(field);
    if (known.has(name)) fields[name] ??= text;
    else general.push(text);
  }
  return { fields, general: details.length === 0 ? [message] : general };
}

/** Converts field errors to the format of the form engine. */
export function errorSchemaOf(fields: Refusal['fields']): ErrorSchema {
  const builder = new ErrorSchemaBuilder();
  for (const [name, text] of Object.entries(fields)) builder.addErrors(text, [name]);
  return builder.ErrorSchema;
}
