import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import type { Automation } from '../../../platform/schema/automations.ts';
import { dayAfter } from '../../../platform/schema/days.ts';
import { isSeveral, type EntitySchema } from '../../../platform/schema/types.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { contextAs, rolesOfPerson, wordsIn, type SeenRow } from './as-person.ts';
import * as store from './queries.ts';
import { creatorOfRow, type RunRow } from './recipients.ts';

/**
 * The context of the person who answers for an automation: who published the definition last; of a definition in a
 * file, who caused the run or created the row. Undefined where this person has no role that may do this.
 */
export async function responsibleFor(
  services: Services,
  orgId: string,
  about: Pick<RunRow, 'schema' | 'rowId'>,
  { runId, causedBy, target }: { runId: string; causedBy: string | null; target: EntitySchema },
): Promise<OrgContext | undefined> {
  const [[published]] = await services.db.read({ orgId, userId: null }, [store.lastPublisher(orgId, about.schema.$id)]);
  const userId = published?.user_id ?? causedBy ?? (await creatorOfRow(services, orgId, about));
  if (userId === undefined) return undefined;
  for (const person of await rolesOfPerson(services, orgId, userId)) {
    const ctx = await contextAs(services, orgId, person, runId);
    if (ctx && services.access.decide(ctx.actor, target['x-resource'].area, 'create')) return ctx;
  }
  return undefined;
}

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
