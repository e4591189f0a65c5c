import type { Actor, OrgContext } from '../../../platform/context/server/context.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { allowsRole } from '../../../platform/schema/row-state.ts';
import type { Transition } from '../../../platform/schema/states.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import { contextAs, rolesOfPerson } from './as-person.ts';
import * as store from './queries.ts';
import { creatorOfRow, type RunRow } from './recipients.ts';

type May = (actor: Actor) => boolean;

export const mayCreate =
  ({ access }: Pick<Services, 'access'>, { 'x-resource': { area } }: EntitySchema): May =>
  (actor) =>
    access.decide(actor, area, 'create');

export const mayMove =
  ({ access }: Pick<Services, 'access'>, { 'x-resource': { area } }: EntitySchema, { roles }: Transition): May =>
  (actor) =>
    access.decide(actor, area, 'update') && allowsRole(roles, actor.roleId);

/**
 * The context of the person who answers for an automation: who published the definition last; of a definition in a
 * file, who caused the run or created the row. Undefined where this person has no role that may do this.
 */
export async function responsibleFor(
  services: Services,
  orgId: string,
  about: Pick<RunRow, 'schema' | 'rowId'>,
  { runId, causedBy }: { runId: string; causedBy: string | null },
  may: May,
): Promise<OrgContext | undefined> {
  const [[published]] = await services.db.read({ orgId, userId: null }, [store.lastPublisher(orgId, about.schema.$id)]);
  const userId = published?.user_id ?? causedBy ?? (await creatorOfRow(services, orgId, about));
  if (userId === undefined) return undefined;
  for (const person of await rolesOfPerson(services, orgId, userId)) {
    const ctx = await contextAs(services, orgId, person, runId);
    if (ctx && may(ctx.actor)) return ctx;
  }
  return undefined;
}
