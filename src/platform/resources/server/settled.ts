import { display } from '../../schema/columns.ts';
import type { EntitySchema } from '../../schema/types.ts';
import type { FlatRow } from './hooks.ts';

/** Why a row in a final state is not changed. */
export function settledMessage(schema: EntitySchema, row: Readonly<FlatRow>): string {
  const { settled } = schema['x-resource'];
  const field = settled && schema.properties[settled.field];
  return `${schema.title}${field ? display(field, row[settled.field]) : ''}，不能再修改`;
}
