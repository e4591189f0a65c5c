import { LRUCache } from 'lru-cache';
import { IDENTITY, ORG_TYPE } from '../../identity/identity.ts';
import type { Abilities } from '../contract.ts';
import { actsOf } from './access-table.ts';
import type { Question } from './enforcers.ts';
import { OPEN, type RightsHolder } from './rights.ts';

/** Rights depend on nothing else, so that holders with an equal key share their answers. */
const combinationOf = (a: RightsHolder) =>
  `${a.identity ?? IDENTITY.staff} ${a.roleId} ${a.orgType} ${a.eduLevel ?? ''} ${[...a.features].sort().join(' ')} ${Object.entries(
    a.security?.flags ?? {},
  )
    .filter(([, on]) => on)
    .map(([flag]) => flag)
    .sort()
    .join(' ')} ${a.within === undefined ? '*' : [...a.within].sort().join('|')}`;

/** Answers of one combination, filled in on first use. */
interface Answers {
  decided: Map<string, Map<string, boolean>>;
  permissions?: Abilities['permissions'];
}

/** What a decision depends on. */
export interface DecisionRules {
  /** The areas that have a row in `access.csv`. */
  areas: ReadonlySet<string>;
  /** The acts of each area. */
  acts: ReadonlyMap<string, ReadonlySet<string>>;
  /** The flags of a role that close an area. */
  flagsOff(actor: RightsHolder, area: string): readonly string[];
  /** Casbin's decision, without parent areas and flags. */
  ask(question: Question): boolean;
}

export interface Decisions {
  decide(actor: RightsHolder, area: string, act: string): boolean;
  permissions(actor: RightsHolder): Abilities['permissions'];
}

/** Decides from the rules and keeps the answers of each combination of role, organisation and features. */
export function makeDecisions({ areas, acts, flagsOff, ask }: DecisionRules): Decisions {
  const parentOf = (area: string) => {
    const parent = area.slice(0, Math.max(0, area.lastIndexOf('/')));
    return areas.has(parent) ? parent : undefined;
  };
  const answersByCombination = new LRUCache<string, Answers>({ max: 2000 });
  const answersByHolder = new WeakMap<RightsHolder, Answers>();
  function answersOf(actor: RightsHolder): Answers {
    let answers = answersByHolder.get(actor);
    if (!answers) {
      const key = combinationOf(actor);
      answers = answersByCombination.get(key) ?? { decided: new Map() };
      answersByCombination.set(key, answers);
      answersByHolder.set(actor, answers);
    }
    return answers;
  }

  /** Parents are no part of what was given: they only close what is below them. */
  const decide = (actor: RightsHolder, area: string, act: string): boolean =>
    (actor.within === undefined || actor.within.has(`${area} ${act}`)) && decideByRole(actor, area, act);

  function decideByRole(actor: RightsHolder, area: string, act: string): boolean {
    const { decided } = answersOf(actor);
    let ofArea = decided.get(area);
    if (!ofArea) decided.set(area, (ofArea = new Map<string, boolean>()));
    let answer = ofArea.get(act);
    if (answer === undefined) {
      const parent = parentOf(area);
      const features = actor.orgType === ORG_TYPE.school ? actor.features : null;
      answer =
        (parent === undefined || decideByRole(actor, parent, OPEN)) &&
        flagsOff(actor, area).length === 0 &&
        ask({ ...actor, identity: actor.identity ?? IDENTITY.staff, area, act, features });
      ofArea.set(act, answer);
    }
    return answer;
  }

  function permissionsOf(actor: RightsHolder): Abilities['permissions'] {
    const permissions: Record<string, string[]> = {};
    for (const area of areas) {
      for (const act of actsOf(acts, area) ?? []) if (decide(actor, area, act)) (permissions[act] ??= []).push(area);
    }
    return permissions;
  }

  return { decide, permissions: (actor) => (answersOf(actor).permissions ??= permissionsOf(actor)) };
}
