import { WrittenText } from '../rich-text/shape.ts';
import { arrange } from './arrange.ts';
import { compact, fieldOfInner, isEmptyValue } from './composed.ts';
import { FILES_MAX } from './file-fields.ts';
import { INTEGER_MAX } from './fits.ts';
import { sameValue } from './json.ts';
import {
  fieldsIn,
  isFiles,
  isSeveral,
  type EntitySchema,
  type FieldSchema,
  type FormMode,
  type InnerField,
  type ValueSchema,
} from './types.ts';

/** What a client may send of an entity: plain JSON Schema, which both the server and the form validate against. */
export interface InputSchema {
  type: 'object';
  additionalProperties: false;
  required: readonly string[];
  properties: Readonly<Record<string, FieldSchema>>;
}

/** The fields of a form in its order; with tabs, in the order of the tabs and of their groups. */
function formFields(schema: EntitySchema, mode: FormMode) {
  const fields = fieldsIn(schema, 'x-form').filter(({ field, at }) => at.on.includes(mode) && !field.readOnly);
  if (!schema['x-resource'].layout?.tabs) return fields;
  const tabs = arrange(
    schema,
    fields.map(({ name }) => name),
  );
  const order = tabs.flatMap(({ sections }) => sections.flatMap((section) => section.fields));
  return fields.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

/** Numbers without a bound get the bounds of a database integer. */
const bounded = (field: FieldSchema): FieldSchema =>
  (field.type === 'integer' || field.type === 'number') && !field.enum
    ? { minimum: -INTEGER_MAX, maximum: INTEGER_MAX, ...field }
    : field;

/** At most this many rows in one field. */
export const ROWS_MAX = 100;

/** A line of a group as JSON Schema has it. */
const lineOf = (fields: readonly InnerField[]) => ({
  type: 'object',
  additionalProperties: false,
  required: fields.flatMap(({ name, required }) => (required ? [name] : [])),
  properties: Object.fromEntries(fields.map((inner) => [inner.name, bounded(fieldOfInner(inner))])),
});

/**
 * Several values as JSON Schema has them: what one of them may be, and that none is repeated; ids of files; the lines
 * of a group; the nodes of formatted text, whose length is checked by `valueProblem`.
 */
export function shaped(field: FieldSchema): FieldSchema {
  if (field['x-kind'] === 'group')
    return { ...field, items: lineOf(field['x-fields'] ?? []) as unknown as ValueSchema };
  if (field['x-kind'] === 'rich-text') return { ...field, ...(WrittenText as object) };
  if (isFiles(field))
    return {
      ...field,
      items: { type: 'string', maxLength: 64 },
      uniqueItems: true,
      maxItems: field.maxItems ?? FILES_MAX,
    };
  if (!isSeveral(field)) return field;
  const { enum: values, ...rest } = field;
  const items = { type: 'string', ...(values ? { enum: values } : { minLength: 1, maxLength: 64 }) } as const;
  return { ...rest, items, uniqueItems: true, maxItems: field.maxItems ?? values?.length ?? ROWS_MAX };
}

/**
 * A user who may not see a value sends it back masked; only the server can distinguish an unchanged mask from typed
 * text.
 */
const echoed = (field: FieldSchema, mode: FormMode): FieldSchema =>
  mode === 'edit' && field['x-mask'] && field.pattern !== undefined
    ? { ...field, pattern: `(?:${field.pattern})|\\*` }
    : field;

/** The form of an entity as JSON Schema, properties in the form's order. Required fields with a default may be omitted. */
export function inputSchema(schema: EntitySchema, mode: FormMode): InputSchema {
  const fields = formFields(schema, mode);
  return {
    type: 'object',
    additionalProperties: false,
    required: fields
      .filter(({ name, field }) => schema.required.includes(name) && field.default === undefined)
      .map(({ name }) => name),
    properties: Object.fromEntries(fields.map(({ name, field }) => [name, echoed(shaped(bounded(field)), mode)])),
  };
}

/** Initial values of a form: the row's values on edit, defaults on create; only fields of the form. */
export const formValues = (
  schema: EntitySchema,
  mode: FormMode,
  row: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> =>
  Object.fromEntries(
    formFields(schema, mode).flatMap(({ name, field }) => {
      const value = row[name] ?? (mode === 'create' ? field.default : undefined);
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );

/** The body of an edit: changed fields only, null for cleared fields (`PUT` leaves absent fields unchanged). */
export const formChanges = (
  schema: EntitySchema,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    formFields(schema, 'edit').flatMap(({ name, field }) => {
      const given = after[name];
      const value = given === undefined || isEmptyValue(field, given) ? null : compact(field, given);
      return sameValue(value, before[name] ?? null) ? [] : [[name, value]];
    }),
  );
