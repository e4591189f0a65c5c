import type { GradeOfPeriod, Scope } from '../store/scope.ts';
import { readPolicyTable, requireKnown, rowError, valuesOf } from './policy-file.ts';

export interface ScopeHolder { roleId: number; roleExtend: Readonly<Record<string, unknown>> }
export type ScopeOf = (actor: ScopeHolder, entity: string) => Scope;

const ALL: Scope = { kind: 'all' };
const NONE: Scope = { kind: 'none' };

const isGradeOfPeriod = (x: unknown): x is GradeOfPeriod =>
  typeof x === 'object' && x !== null && 'period' in x && typeof x.period === 'number' && 'grade' in x && typeof x.grade === 'number';

/** How each key of `role_extend` limits; whatever is not of the expected form reaches nothing. */
const readers: Record<string, (value: unknown) => Scope> = {
  class_ids(value) {
    const classIds = Array.isArray(value) ? value.filter((x): x is string => typeof x === 'string') : [];
    return classIds.length > 0 ? { kind: 'classes', classIds } : NONE;
  },
  school_ids(value) {
    const schoolIds = Array.isArray(value) ? value.filter((x): x is string => typeof x === 'string') : [];
    return schoolIds.length > 0 ? { kind: 'schools', schoolIds } : NONE;
  },
  grade_combos(value) {
    const grades = Array.isArray(value) ? value.filter(isGradeOfPeriod) : [];
    return grades.length > 0 ? { kind: 'grades', grades } : NONE;
  },
};

/**
 * Reads `policies/scope.csv`: a role that stands there reaches only the rows that the named key of its `role_extend` holds,
 * and none of an entity that is not listed for it; every other role reaches all rows of its organisation. A key with a question mark
 * limits only those whose `role_extend` has it, and says nothing of other entities.
 * @throws PolicyError
 */
export function readScopes(text: string, roles: ReadonlySet<string>): ScopeOf {
  const limits = new Map<number, Map<string, string>>();
  const wishes = new Map<string, string>();
  for (const row of readPolicyTable('scope.csv', text, ['roles', 'entities', 'by'])) {
    requireKnown(row, 'roles', roles, '角色');
    const optional = row.cells.by.endsWith('?');
    const by = optional ? row.cells.by.slice(0, -1) : row.cells.by;
    if (!Object.hasOwn(readers, by)) throw rowError(row, `by 列的 ${by} 不能用来限定范围`, `可用 ${Object.keys(readers).join('、')}`);
    for (const role of valuesOf(row.cells.roles)) {
      for (const entity of valuesOf(row.cells.entities)) {
        if (optional) wishes.set(`${role} ${entity}`, by);
        else limits.set(Number(role), (limits.get(Number(role)) ?? new Map<string, string>()).set(entity, by));
      }
    }
  }
  return (actor, entity) => {
    const wish = wishes.get(`${actor.roleId} ${entity}`);
    if (wish !== undefined && Object.hasOwn(actor.roleExtend, wish)) return readers[wish]?.(actor.roleExtend[wish]) ?? NONE;
    const entities = limits.get(actor.roleId);
    if (!entities) return ALL;
    const by = entities.get(entity);
    const read = by === undefined ? undefined : readers[by];
    return by !== undefined && read ? read(actor.roleExtend[by]) : NONE;
  };
}
