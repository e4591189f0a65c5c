import { listColumns } from './columns.ts';
import { filterFields, type FilterField } from './filters.ts';
import { isSeveral, type EntitySchema } from './types.ts';

/**
 * Fields by which a chart divides the rows of a list: each row has one of few values, and the list can be filtered by
 * them, so that every bar opens its rows.
 */
export function chartFields(schema: EntitySchema): FilterField[] {
  const columns = new Set(listColumns(schema).map(({ field }) => field));
  return filterFields(schema).filter(({ field: name, match, options, type, personal }) => {
    const field = schema.properties[name];
    if (field === undefined || isSeveral(field) || personal || !columns.has(name)) return false;
    return (match === 'equals' || match === 'in') && (options !== undefined || type === 'boolean');
  });
}
