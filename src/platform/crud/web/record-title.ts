import { rowName } from '../../resources/contract/entity.ts';
import type { Row } from '../../resources/contract/resource.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { calendarDay, schoolTime } from '../../ui/web/school-time.ts';

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
  const isDated = (field: string) => ['date', 'date-time'].includes(schema.properties[field]?.format ?? '');
  const dated = schema['x-resource'].sort
    .split(',')
    .map((key) => key.replace(/^-/, ''))
    .find(isDated);
  const format = dated === undefined ? undefined : schema.properties[dated]?.format;
  const value = dated === undefined ? undefined : row[dated];
  const at = () => {
    if (typeof value !== 'string') return undefined;
    return format === 'date' ? calendarDay(value).format(formats.day) : schoolTime(value).format(formats.minute);
  };
  return [title, rowName(schema, row), at()].filter(Boolean).join(' · ');
}
