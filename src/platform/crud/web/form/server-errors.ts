import type { ErrorSchema } from '@rjsf/utils';
import { ErrorSchemaBuilder } from '@rjsf/utils';
import type { FailureDetail } from '../../../contract/common.ts';
import { pathOfPointer } from '../../../schema/json.ts';

/** A message at a place inside a field; the path is empty for the field itself. */
interface Placed {
  path: readonly string[];
  text: string;
}

/** Server errors, split into errors of form fields and general errors. */
export interface Refusal {
  /** First path segment of the field → its messages, one for each place. */
  fields: Readonly<Record<string, readonly Placed[]>>;
  /** Shown above the form. */
  general: readonly string[];
}

export const nothingRefused: Refusal = { fields: {}, general: [] };

/**
 * @param known Names of the fields that the form shows
 * @param hasPlaces Whether a field shows messages inside; other fields show the first one
 */
export function refusalOf(
  details: readonly FailureDetail[],
  message: string,
  known: ReadonlySet<string>,
  hasPlaces: (name: string) => boolean = () => false,
): Refusal {
  const fields: Record<string, Placed[]> = {};
  const general: string[] = [];
  for (const { field, message: text } of details) {
    const [name = '', ...inside] = pathOfPointer(field);
    const path = hasPlaces(name) ? inside : [];
    if (!known.has(name)) general.push(text);
    else if (!fields[name]?.some((one) => one.path.join('/') === path.join('/')))
      fields[name] = [...(fields[name] ?? []), { path, text }];
  }
  return { fields, general: details.length === 0 ? [message] : general };
}

/** Converts field errors to the format of the form engine. */
export function errorSchemaOf(fields: Refusal['fields']): ErrorSchema {
  const builder = new ErrorSchemaBuilder();
  for (const [name, placed] of Object.entries(fields))
    for (const { path, text } of placed) builder.addErrors(text, [name, ...path]);
  return builder.ErrorSchema;
}
