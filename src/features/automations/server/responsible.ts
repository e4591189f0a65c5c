import type { Actor, OrgContext } from '../../../platform/context/server/context.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { AutomationPerson } from '../../../platform/schema/automations.ts';
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

interface Answering {
  runId: string;
  causedBy: string | null;
  as?: AutomationPerson | undefined;
}

/** Whom the automation names; else who published the definition last; of a file, who caused the run or created the row. */
async function personFor(services: Services, orgId: string, about: RunRow, { causedBy, as }: Answering) {
  if (as && 'field' in as) return about.values[as.field];
  if (as) return creatorOfRow(services, orgId, about);
  const [[published]] = await services.db.read({ orgId, userId: null }, [store.lastPublisher(orgId, about.schema.$id)]);
  return published?.user_id ?? causedBy ?? creatorOfRow(services, orgId, about);
}

/** The context of the person who answers for an automation. Undefined where this person has no role that may do it. */
export async function responsibleFor(
  services: Services,
  orgId: string,
  about: RunRow,
  answering: Answering,
  may: May,
): Promise<OrgContext | undefined> {
  const { runId } = answering;
  const userId = await personFor(services, orgId, about, answering);
  if (typeof userId !== 'string') return undefined;
  for (const person of await rolesOfPerson(services, orgId, userId)) {
    const ctx = await contextAs(services, orgId, person, runId);
    if (ctx && may(ctx.actor)) return ctx;
  }
  return undefined;
}
