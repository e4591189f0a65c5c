import { codesOf } from '../../schema/labels.ts';
import { MASK_KINDS } from '../../schema/types.ts';
import { readPolicyTable, requireKnown, rowError, valuesOf } from './policy-file.ts';
import type { RightsHolder } from './rights.ts';

const ROLES = codesOf('role');
const ORG_TYPES = codesOf('org_type');
const FLAGS = codesOf('role_flag');
const GROUPS = codesOf('role_group');
const KINDS: ReadonlySet<string> = new Set(MASK_KINDS);
/** When a role sees a masked value: always, or one field of one row at a time on request. */
const WHENS = new Set(['always', 'asked']);

/** Reads `reveal.csv`: which roles see a kind of masked value, always or on request. @throws PolicyError */
export function readReveal(text: string) {
  const rows = readPolicyTable('reveal.csv', text, ['kind', 'roles', 'when']);
  for (const row of rows) {
    requireKnown(row, 'kind', KINDS, '脱敏方式');
    requireKnown(row, 'roles', ROLES, '角色');
    requireKnown(row, 'when', WHENS, '时机');
  }
  const allowed = new Set(
    rows.flatMap(({ cells: { kind, roles, when } }) => valuesOf(roles).map((role) => `${when} ${kind} ${role}`)),
  );
  return (when: 'always' | 'asked') => (roleId: number, kind: string) =>
    allowed.has(`${when} ${kind} ${roleId}`) || allowed.has(`${when} ${kind} *`);
}

/** Reads `protected.csv`: the areas of a type of organisation that can be protected. @throws PolicyError */
export function readProtected(text: string, areas: ReadonlySet<string>) {
  const rows = readPolicyTable('protected.csv', text, ['org_type', 'area']);
  for (const row of rows) {
    requireKnown(row, 'org_type', ORG_TYPES, '组织类型');
    requireKnown(row, 'area', areas, '区域');
  }
  return (orgType: number) =>
    rows
      .filter((row) => row.cells.org_type === '*' || row.cells.org_type === String(orgType))
      .map((row) => row.cells.area);
}

/** Used in place of an area: the flag opens nothing by itself. */
const NOTHING = '-';

/**
 * Flags by role for a type of organisation, without roles that have none; and the areas that are closed to a role while
 * its flags are off.
 *
 * @throws PolicyError
 */
export function readFlags(text: string, areas: ReadonlySet<string>) {
  const rows = readPolicyTable('flags.csv', text, ['org_types', 'roles', 'flag', 'opens']);
  const opening = new Map<string, string[]>();
  for (const row of rows) {
    requireKnown(row, 'org_types', ORG_TYPES, '组织类型');
    requireKnown(row, 'roles', ROLES, '角色');
    requireKnown(row, 'flag', FLAGS, '权限开关');
    if (row.cells.opens === NOTHING) continue;
    requireKnown(row, 'opens', areas, '区域');
    for (const area of valuesOf(row.cells.opens))
      for (const type of valuesOf(row.cells.org_types))
        for (const role of valuesOf(row.cells.roles)) {
          const key = `${type} ${role} ${area}`;
          opening.set(key, [...(opening.get(key) ?? []), row.cells.flag]);
        }
  }
  return {
    of(orgType: number): ReadonlyMap<number, readonly string[]> {
      const flags = new Map<number, string[]>();
      for (const { cells } of rows) {
        if (!valuesOf(cells.org_types).includes(String(orgType))) continue;
        for (const role of valuesOf(cells.roles).map(Number)) flags.set(role, [...(flags.get(role) ?? []), cells.flag]);
      }
      return flags;
    },
    /** The flags that close the area because all of them are off; none where it is not closed by flags. */
    off({ orgType, roleId, security }: RightsHolder, area: string): readonly string[] {
      const wanted = opening.get(`${orgType} ${roleId} ${area}`) ?? [];
      return wanted.some((flag) => security?.flags[flag]) ? [] : wanted;
    },
  };
}

/** The group within which comments of a role stay private; roles without one are absent. @throws PolicyError */
export function readRoleGroups(text: string): ReadonlyMap<number, string> {
  const groups = new Map<number, string>();
  for (const row of readPolicyTable('role-groups.csv', text, ['group', 'roles'])) {
    requireKnown(row, 'group', GROUPS, '角色组');
    requireKnown(row, 'roles', ROLES, '角色');
    for (const role of valuesOf(row.cells.roles).map(Number)) {
      if (groups.has(role)) throw rowError(row, `角色 ${role} 在两个组里`, '一个角色只能属于一个组');
      groups.set(role, row.cells.group);
    }
  }
  return groups;
}
