import { display } from './columns.ts';
import { fieldsIn, type EntitySchema } from './types.ts';

/** Number of fields beside the name that distinguish equal names. */
const DETAIL_FIELDS_MAX = 3;

/** A row as people choose it. */
export interface RowChoice {
  value: string;
  label: string;
  about: string;
}

export function rowChoice(schema: EntitySchema, row: Readonly<Record<string, unknown>>): RowChoice {
  const { id, label } = schema['x-resource'];
  const about = fieldsIn(schema, 'x-list')
    .filter(({ name, field }) => name !== label && !field['x-mask'])
    .slice(0, DETAIL_FIELDS_MAX);
  return {
    value: String(row[id]),
    label: String(row[label]),
    about: about
      .map(({ name, field }) => display(field, row[name]))
      .filter(Boolean)
      .join(' · '),
  };
}
