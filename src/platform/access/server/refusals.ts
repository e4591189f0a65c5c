import { IDENTITY, ORG_TYPE } from '../../identity/identity.ts';
import type { Missing } from '../contract.ts';
import { featureTest } from '../feature-expression.ts';
import { anyOf, type AccessRow } from './enforcers.ts';
import { valuesOf } from './policy-file.ts';
import { OPEN, type RightsHolder } from './rights.ts';

/** What a refusal is explained from. */
interface RefusalRules {
  rows: readonly AccessRow[];
  decide(actor: RightsHolder, area: string, act: string): boolean;
  /** The flags of which one must be on for the role, where all of them are off; else none. */
  flagsOff(actor: RightsHolder, area: string): readonly string[];
}

/** Explains why an area is closed; empty where it is open, or no row of `access.csv` is about it. */
export type Explain = (actor: RightsHolder, area: string) => Missing[];

/** `a/b/c` → `a`, `a/b`, `a/b/c`. */
const withParents = (area: string): string[] => {
  const parts = area.split('/');
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
};

const FEATURE_NAME = /[A-Za-z][\w-]*/g;

/** The conditions of a row that the holder does not meet. */
function unmet({ cells }: AccessRow, actor: RightsHolder): Missing[] {
  const { roleId, orgType, eduLevel, identity = IDENTITY.staff } = actor;
  const features = orgType === ORG_TYPE.school ? actor.features : null;
  const columns = [
    ['identity', String(identity), cells.identities],
    ['role', String(roleId), cells.roles],
    ['org_type', String(orgType), cells.org_types],
    ['edu_level', String(eduLevel ?? ''), cells.edu_levels],
  ] as const;
  const missing = columns
    .filter(([, value, allowed]) => !anyOf(value, allowed))
    .map(([condition, , allowed]): Missing => ({ condition, needs: valuesOf(allowed) }));
  if (featureTest(cells.features)(features)) return missing;
  return [...missing, { condition: 'feature', needs: cells.features.match(FEATURE_NAME) ?? [] }];
}

/** Explains by the outermost closed area and, of its rows, the one that lacks least. */
export function makeExplain({ rows, decide, flagsOff }: RefusalRules): Explain {
  const opening = new Map<string, AccessRow[]>();
  for (const row of rows)
    if (anyOf(OPEN, row.cells.act)) opening.set(row.cells.area, [...(opening.get(row.cells.area) ?? []), row]);
  return (actor, area) => {
    const closed = withParents(area).find((one) => opening.has(one) && !decide(actor, one, OPEN));
    if (closed === undefined) return [];
    const nearest = (opening.get(closed) ?? [])
      .map((row) => unmet(row, actor))
      .reduce((least, one) => (one.length < least.length ? one : least));
    const flags = flagsOff(actor, closed);
    return flags.length > 0 ? [...nearest, { condition: 'flag', needs: [...flags] }] : nearest;
  };
}
