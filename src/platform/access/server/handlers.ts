import { implement, type Implementation } from '../../context/server/context.ts';
import * as contract from '../contract.ts';
import { OPEN } from './rights.ts';
import { stageOf } from './service-rules.ts';

const stillOpen = (
  permissions: contract.Abilities['permissions'],
  open: (area: string, act: string) => boolean,
): contract.Abilities['permissions'] =>
  Object.fromEntries(
    Object.entries(permissions)
      .map(([act, areas]) => [act, areas.filter((area) => open(area, act))] as const)
      .filter(([, areas]) => areas.length > 0),
  );

export const rightsHandlers: readonly Implementation[] = [
  implement(contract.refusal, async ({ actor, services: { access, clock } }, { query }) => {
    const missing = access.explain(actor, query.area);
    const served = access.serves(stageOf(actor, clock.now()), actor.roleId, query.area, OPEN);
    if (!served) missing.push({ condition: 'service', needs: [] });
    return { missing };
  }),
  implement(contract.abilities, async ({ actor, services: { access, clock } }) => {
    const abilities = access.abilities(actor);
    const stage = stageOf(actor, clock.now());
    // In the protection period the abilities contain only what is still open. When the service has expired they
    // contain everything, and the client shows it as expired.
    return stage === 'protection'
      ? {
          ...abilities,
          permissions: stillOpen(abilities.permissions, (area, act) => access.serves(stage, actor.roleId, area, act)),
        }
      : abilities;
  }),
];
