import { INTEGER_MAX } from './fits.ts';
import { fieldsIn, type EntitySchema, type FieldSchema, type FormMode } from './types.ts';

/** What a client may send of an entity: plain JSON Schema, which both the server and the form check against. */
export interface InputSchema {
  type: 'object';
  additionalProperties: false;
  required: readonly string[];
  properties: Readonly<Record<string, FieldSchema>>;
}

/** Fields of a form in one titled group. */
export interface FormGroup {
  title: string;
  fields: readonly string[];
}

const OTHER = '其他';

const formFields = (schema: EntitySchema, mode: FormMode) =>
  fieldsIn(schema, 'x-form').filter(({ field, at }) => at.on.includes(mode) && !field.readOnly);

/** Numbers without a bound of their own hold what a database integer holds. */
const bounded = (field: FieldSchema): FieldSchema =>
  (field.type === 'integer' || field.type === 'number') && !field.enum
    ? { minimum: -INTEGER_MAX, maximum: INTEGER_MAX, ...field }
    : field;

/**
 * Whoever may not see a value sends it back as it was shown, with stars; which of those are echoes and which are typed
 * only the server can tell.
 */
const echoed = (field: FieldSchema, mode: FormMode): FieldSchema =>
  mode === 'edit' && field['x-mask'] && field.pattern !== undefined
    ? { ...field, pattern: `(?:${field.pattern})|\\*` }
    : field;

/** The form of an entity as JSON Schema, properties in the form's order. Required fields with a default may be left out. */
export function inputSchema(schema: EntitySchema, mode: FormMode): InputSchema {
  const fields = formFields(schema, mode);
  return {
    type: 'object',
    additionalProperties: false,
    required: fields
      .filter(({ name, field }) => schema.required.includes(name) && field.default === undefined)
      .map(({ name }) => name),
    properties: Object.fromEntries(fields.map(({ name, field }) => [name, echoed(bounded(field), mode)])),
  };
}

/** How the fields of a form are grouped, groups in the order of their first field. */
export function formGroups(schema: EntitySchema, mode: FormMode): FormGroup[] {
  const groups = new Map<string, string[]>();
  for (const { name, at } of formFields(schema, mode)) {
    const title = at.group ?? OTHER;
    groups.set(title, [...(groups.get(title) ?? []), name]);
  }
  return [...groups].map(([title, fields]) => ({ title, fields }));
}

/** What a form starts with: the row's values on edit, defaults on create; nothing that the form does not show. */
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

/** What an edit sends: changed fields only, null for what was cleared (`PUT` leaves absent fields as they are). */
export const formChanges = (
  schema: EntitySchema,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    formFields(schema, 'edit').flatMap(({ name }) => {
      const value = after[name] === undefined || after[name] === '' ? null : after[name];
      return value === (before[name] ?? null) ? [] : [[name, value]];
    }),
  );
