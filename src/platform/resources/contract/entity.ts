import type { EntitySchema } from '../../schema/types.ts';
import type { resourceEndpoints } from './resource.ts';

/** A resource with its schema and calls. */
export interface Entity {
  name: string;
  schema: EntitySchema;
  calls: ReturnType<typeof resourceEndpoints>;
}

/** Display name of a row: its label field, else its id. */
export const rowName = (
  { 'x-resource': { label, id } }: EntitySchema,
  row: Readonly<Record<string, unknown>>,
): string => String(row[label] ?? row[id] ?? '');

export const rowId = ({ 'x-resource': { id } }: EntitySchema, row: Readonly<Record<string, unknown>>): string =>
  String(row[id]);
