import type { Actor } from '../../context/server/context.ts';
import { codesOf } from '../../schema/labels.ts';
import { readPolicyTable, requireKnown, rowError, valuesOf, type PolicyRow } from './policy-file.ts';
import { isScopeKey, SCOPE_KEYS, type ScopeKey } from './scope.ts';

/** The user who grants roles, and the type of organisation. */
export type Granter = Pick<Actor, 'roleId' | 'orgType'>;

/** Which role may grant which other roles (`policies/grants.csv`). */
export interface Grants {
  /** The roles that a role may grant, revoke, and whose holders it may manage; in the order of the file. */
  grantable(granter: Granter): readonly number[];
  /** The roles that exist in this type of organisation. */
  rolesIn(orgType: number): readonly number[];
  /** The keys that may limit a role; empty where none does. */
  scopesOf(roleId: number): readonly ScopeKey[];
  /** The role that is limited by a key: class teachers by `class_ids`, grade heads by `grade_combos`. */
  roleLimitedBy(key: ScopeKey): number | undefined;
  /** Roles of which an organisation must keep at least one holder. */
  readonly mustRemain: readonly number[];
  /** The role of an authorised login in this type of organisation. */
  temporaryRole(orgType: number): number | undefined;
}

const NONE = 'none';
const ORG_TYPES = codesOf('org_type');

interface Row {
  orgTypes: ReadonlySet<number>;
  by: ReadonlySet<number>;
  scopes: readonly ScopeKey[];
  mustRemain: boolean;
  temporary: boolean;
}

/** @throws PolicyError */
function yes<C extends string>(row: PolicyRow<C>, column: C): boolean {
  const cell = row.cells[column];
  if (cell !== 'yes' && cell !== 'no') throw rowError(row, `${column} 列是 ${cell}`, '应为 yes 或 no');
  return cell === 'yes';
}

/**
 * Reads `policies/grants.csv`. A role that is not in the file cannot be granted by anyone.
 *
 * @throws PolicyError
 */
export function readGrants(text: string, roles: ReadonlySet<string>): Grants {
  const given = new Map<number, Row>();
  for (const row of readPolicyTable('grants.csv', text, [
    'roles',
    'org_types',
    'granted_by',
    'scopes',
    'must_remain',
    'temporary',
  ])) {
    for (const column of ['roles', 'granted_by'] as const) {
      requireKnown(row, column, roles, '角色');
      if (row.cells[column] === '*') throw rowError(row, `${column} 列是 *`, '请逐个写出角色');
    }
    requireKnown(row, 'org_types', ORG_TYPES, '组织类型');
    const { org_types: orgTypes, scopes: scopesCell } = row.cells;
    const scopes = scopesCell === NONE ? [] : valuesOf(scopesCell);
    const wrong = scopes.find((key) => !isScopeKey(key));
    if (wrong !== undefined)
      throw rowError(row, `scopes 列的 ${wrong} 不能用来限定角色`, `可用 ${[NONE, ...SCOPE_KEYS].join('、')}`);
    const [mustRemain, temporary] = [yes(row, 'must_remain'), yes(row, 'temporary')];
    for (const role of valuesOf(row.cells.roles)) {
      if (given.has(Number(role))) throw rowError(row, `角色 ${role} 出现了两次`, '每个角色只写一行');
      given.set(Number(role), {
        orgTypes: new Set([...(orgTypes === '*' ? ORG_TYPES : valuesOf(orgTypes))].map(Number)),
        by: new Set(valuesOf(row.cells.granted_by).map(Number)),
        scopes: scopes.filter(isScopeKey),
        mustRemain,
        temporary,
      });
    }
  }
  const all = [...given];
  return {
    grantable: ({ roleId, orgType }) =>
      all.filter(([, { orgTypes, by }]) => orgTypes.has(orgType) && by.has(roleId)).map(([role]) => role),
    rolesIn: (orgType) => all.filter(([, { orgTypes }]) => orgTypes.has(orgType)).map(([role]) => role),
    scopesOf: (roleId) => given.get(roleId)?.scopes ?? [],
    roleLimitedBy: (key) => all.find(([, { scopes }]) => scopes.includes(key))?.[0],
    temporaryRole: (orgType) => all.find(([, { orgTypes, temporary }]) => temporary && orgTypes.has(orgType))?.[0],
    mustRemain: all.filter(([, { mustRemain }]) => mustRemain).map(([role]) => role),
  };
}
