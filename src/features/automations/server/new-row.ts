import type { Row } from '../../../platform/resources/contract/resource.ts';
import type { Automation } from '../../../platform/schema/automations.ts';
import { dayAfter } from '../../../platform/schema/days.ts';
import { isSeveral, type EntitySchema } from '../../../platform/schema/types.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { wordsIn, type SeenRow } from './as-person.ts';

/** The body of the new row, from the row as the responsible person sees it. Values without a source are left out. */
export function bodyOf({ create }: Pick<Automation, 'create'>, seen: SeenRow, target: EntitySchema, now: number): Row {
  const { id } = seen.schema['x-resource'];
  const body: Row = {};
  for (const [name, from] of Object.entries(create?.values ?? {})) {
    const field = target.properties[name];
    if (!field) continue;
    if ('value' in from) body[name] = isSeveral(field) ? [from.value] : from.value;
    else if ('days' in from) body[name] = dayAfter(dayOf(now), from.days);
    else if (seen.row[from.field] !== undefined) {
      const source = seen.schema.properties[from.field];
      const isSame = from.field === id || (source?.type === field.type && source['x-kind'] === field['x-kind']);
      const isPlain = isSame && source?.enum === undefined && source?.format === field.format;
      const kept = from.field === id || isPlain || field.enum !== undefined || field['x-kind'] !== undefined;
      body[name] = kept ? seen.row[from.field] : wordsIn(seen, from.field).slice(0, field.maxLength);
    }
  }
  return body;
}
