import type { PrintTemplate } from '../../../../platform/schema/print-templates.ts';
import type { EntitySchema } from '../../../../platform/schema/types.ts';
import { freeName, orderedNames } from '../draft.ts';

/** Fields that a template begins with. */
const FIRST_FIELDS = 12;
/** Times that the system writes into every row. */
export const SYSTEM: ReadonlySet<string> = new Set(['created_at', 'updated_at']);

/** The fields that can be printed, in the order of the form. */
export const printableFields = (schema: EntitySchema): { value: string; label: string }[] =>
  orderedNames(schema, 'x-form').flatMap((value) => {
    const field = schema.properties[value];
    const isPlain = field && !field['x-hidden'] && !field['x-area'] && field.type !== 'object';
    return isPlain && value !== schema['x-resource'].id ? [{ value, label: field.title }] : [];
  });

export const newTemplate = (schema: EntitySchema, others: readonly PrintTemplate[]): PrintTemplate => ({
  key: freeName(
    others.map(({ key }) => key),
    'print',
  ),
  title: '',
  fields: printableFields(schema)
    .map(({ value }) => value)
    .filter((name) => !SYSTEM.has(name))
    .slice(0, FIRST_FIELDS),
});

/** The schema with other print templates. */
export function withPrints(schema: EntitySchema, prints: readonly PrintTemplate[]): EntitySchema {
  const { prints: _, ...meta } = schema['x-resource'];
  return { ...schema, 'x-resource': { ...meta, ...(prints.length > 0 && { prints }) } };
}
