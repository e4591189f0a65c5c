import { IDENTITY, SYSTEM_IDENTITY } from '../../identity/identity.ts';
import { codesOf } from '../../schema/labels.ts';
import { readPolicyTable, requireKnown, rowError, valuesOf, type PolicyRow } from './policy-file.ts';
import type { GradeOfPeriod, Parts, Scope } from './queries/scope.ts';

/** A role with its limits: of a member of staff where no identity is stated, else of the account that it names. */
export interface ScopeHolder {
  identity?: number;
  userId?: string;
  /** A student who acts without an account. */
  childId?: string;
  roleId: number;
  roleExtend: Readonly<Record<string, unknown>>;
}
export type ScopeOf = (actor: ScopeHolder, entity: string) => Scope;

const ALL: Scope = { kind: 'all' };
const NONE: Scope = { kind: 'none' };

/** The expected values of a list; undefined where there are none. */
function listOf<T>(value: unknown, is: (x: unknown) => x is T): T[] | undefined {
  const list = Array.isArray(value) ? value.filter(is) : [];
  return list.length > 0 ? list : undefined;
}

const isText = (x: unknown): x is string => typeof x === 'string';
const isCode = (x: unknown): x is number => typeof x === 'number';
const isGradeOfPeriod = (x: unknown): x is GradeOfPeriod =>
  typeof x === 'object' && x !== null && 'period' in x && isCode(x.period) && 'grade' in x && isCode(x.grade);

/**
 * How each key of `role_extend` limits (`spec §3`, role-group scope). A value of an unexpected form puts all rows out
 * of scope.
 */
const readers = {
  periods: (value: unknown): Parts => ({ periods: listOf(value, isCode) }),
  grade_combos: (value: unknown): Parts => ({ grades: listOf(value, isGradeOfPeriod) }),
  college_ids: (value: unknown): Parts => ({ collegeIds: listOf(value, isText) }),
  major_ids: (value: unknown): Parts => ({ majorIds: listOf(value, isText) }),
  class_ids: (value: unknown): Parts => ({ classIds: listOf(value, isText) }),
  school_ids: (value: unknown): Parts => ({ schoolIds: listOf(value, isText) }),
};
export type ScopeKey = keyof typeof readers;
export const isScopeKey = (text: string): text is ScopeKey => Object.hasOwn(readers, text);
export const SCOPE_KEYS = Object.keys(readers).filter(isScopeKey);

/** What several keys reach together: the rows of any of them. */
function reachOf(keys: readonly ScopeKey[], extend: ScopeHolder['roleExtend']): Scope {
  const parts = keys.reduce<Parts>((all, key) => ({ ...all, ...readers[key](extend[key]) }), {});
  return Object.values(parts).some((list: unknown) => list !== undefined) ? { kind: 'parts', ...parts } : NONE;
}

/** `*` in place of keys: all rows of the entity are in scope, whatever limits the role elsewhere. */
const WHOLE = '*';

const SCOPE_COLUMNS = ['identities', 'roles', 'entities', 'by'] as const;
type ScopeRow = PolicyRow<(typeof SCOPE_COLUMNS)[number]>;

interface Limit {
  keys: readonly ScopeKey[];
  optional: boolean;
}

/** The limits of a role or identity, by entity. */
type Limits = Map<string, Map<string, Limit>>;

/** What people without a role reach: rows of their own account (`by` of `policies/scope.csv`). */
const OWN: Readonly<Record<string, (own: { userId: string; childId?: string | undefined }) => Scope>> = {
  self: ({ userId, childId }) =>
    childId === undefined ? { kind: 'parts', studentAccount: userId } : { kind: 'parts', childIds: [childId] },
  own_children: ({ userId }) => ({ kind: 'parts', guardianAccount: userId }),
};
const STAFF = String(IDENTITY.staff);
const IDENTITIES = codesOf('identity');

/** Adds a row of one role to the limits. @throws PolicyError where an entity is named twice */
function addLimit(limits: Limits, role: string, row: ScopeRow, limit: Limit) {
  const entities = limits.get(role) ?? new Map<string, Limit>();
  limits.set(role, entities);
  for (const entity of valuesOf(row.cells.entities)) {
    if (entities.has(entity))
      throw rowError(row, `角色 ${role} 的 ${entity} 出现了两次`, '请合并成一行，多个键用 | 分隔');
    entities.set(entity, limit);
  }
}

/** @throws PolicyError */
function limitOf(row: ScopeRow): Limit {
  const { by } = row.cells;
  const optional = by.endsWith('?');
  const named = by === WHOLE ? [] : valuesOf(optional ? by.slice(0, -1) : by);
  const wrong = named.find((key) => !isScopeKey(key));
  if (wrong !== undefined) throw rowError(row, `by 列的 ${wrong} 不能用来限定范围`, `可用 ${SCOPE_KEYS.join('、')}`);
  return { keys: named.filter(isScopeKey), optional };
}

/** The scope of a member of staff. */
function scopeOfRole(limits: Limits, { roleId, roleExtend }: ScopeHolder, entity: string): Scope {
  const entities = limits.get(String(roleId));
  if (!entities) return ALL;
  const held = (keys: readonly ScopeKey[]) => keys.some((key) => Object.hasOwn(roleExtend, key));
  const limit = entities.get(entity);
  if (!limit)
    return [...entities.values()].some(({ keys, optional }) => keys.length > 0 && (!optional || held(keys)))
      ? NONE
      : ALL;
  if (limit.keys.length === 0 || (limit.optional && !held(limit.keys))) return ALL;
  return reachOf(limit.keys, roleExtend);
}

/**
 * Reads `policies/scope.csv`. The scope of a listed role is the union of what the named keys of its `role_extend`
 * contain. A key with a question mark limits only if `role_extend` has it. A limited role has no row of an entity that
 * is not listed for it in scope; every other role has all rows of the organisation. Students and guardians have the
 * rows of their own account, and only of the entities that are listed for them.
 *
 * @throws PolicyError
 */
export function readScopes(text: string, roles: ReadonlySet<string>): ScopeOf {
  const limits: Limits = new Map();
  const own = new Map<string, string>();
  for (const row of readPolicyTable('scope.csv', text, SCOPE_COLUMNS)) {
    requireKnown(row, 'identities', IDENTITIES, '身份');
    requireKnown(row, 'roles', roles, '角色');
    const { identities, by, entities } = row.cells;
    if (identities === STAFF) {
      const limit = limitOf(row);
      for (const role of valuesOf(row.cells.roles)) addLimit(limits, role, row, limit);
    } else if (Object.hasOwn(OWN, by) && !identities.includes(STAFF) && identities !== WHOLE) {
      for (const identity of valuesOf(identities))
        for (const entity of valuesOf(entities)) own.set(`${identity} ${entity}`, by);
    } else throw rowError(row, `by 列的 ${by} 不能用于身份 ${identities}`, `可用 ${Object.keys(OWN).join('、')}`);
  }
  return (holder, entity) => {
    const { identity = IDENTITY.staff, userId, childId } = holder;
    if (identity === IDENTITY.staff || identity === SYSTEM_IDENTITY) return scopeOfRole(limits, holder, entity);
    const by = own.get(`${identity} ${entity}`);
    return (userId !== undefined && by !== undefined && OWN[by]?.({ userId, childId })) || NONE;
  };
}
