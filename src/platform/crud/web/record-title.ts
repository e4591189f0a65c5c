import dayjs from 'dayjs';
import { rowName } from '../../resources/contract/entity.ts';
import type { Row } from '../../resources/contract/resource.ts';
import type { EntitySchema } from '../../schema/types.ts';

/**
 * Which record a dialog is about: its name, and its date where the resource is sorted by one.
 *
 * @param formats Of dates, and of dates with time
 */
export function recordTitle(
  schema: EntitySchema,
  row: Row | undefined,
  title: string,
  formats: { day: string; minute: string },
): string {
  if (row === undefined) return title;
  const sort = schema['x-resource'].sort.replace(/^-/, '');
  const format = schema.properties[sort]?.format;
  const value = row[sort];
  const at =
    typeof value !== 'string' || (format !== 'date' && format !== 'date-time')
      ? undefined
      : dayjs(value).format(format === 'date' ? formats.day : formats.minute);
  return [title, rowName(schema, row), at].filter(Boolean).join(' · ');
}
