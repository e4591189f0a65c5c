import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../../context/server/context.ts';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import { ORG_TYPE } from '../../identity/identity.ts';
import { codesOf } from '../../schema/labels.ts';
import { isOwnArea, OWN_AREA } from '../../schema/own-resource.ts';
import { MASK_KINDS } from '../../schema/types.ts';
import { AREAS } from '../areas.ts';
import type { Abilities } from '../contract.ts';
import { featureTest } from '../feature-expression.ts';
import { securityOf, type Security, type SecuritySettings } from '../security.ts';
import { ACCESS_COLUMNS, decideByCasbin, type AccessRow, type LoadedRows } from './enforcers.ts';
import { readGrants, type Grants } from './grants.ts';
import { readPolicyRows, readPolicyTable, requireKnown, rowError, valuesOf, type PolicyTable } from './policy-file.ts';
import { readScopes, type ScopeOf } from './scope.ts';
import { readService, type Serves } from './service-rules.ts';

/** The holder of rights, checked by `resolveActor`. Without `security` the tenant's default settings apply. */
export type RightsHolder = Pick<Actor, 'orgType' | 'eduLevel' | 'roleId' | 'features'> &
  Partial<Pick<Actor, 'security'>>;

/** The act that shows a page (`api.md`, what may I). */
export const OPEN = 'open';

/** The content of `policies/`; every answer is synchronous. */
export interface Policies {
  /**
   * Whether this role may act so in this area. A nested area (`a/b`) also requires the parent area, if the table has
   * it.
   */
  decide(actor: RightsHolder, area: string, act: string): boolean;
  /** Every right of a role, in the form that casbin.js takes. */
  abilities(actor: RightsHolder): Abilities;
  /** The rows of an entity on which the actor may act. */
  scope: ScopeOf;
  /**
   * Whether this role sees a masked kind of value (`x-mask`) in clear at once. Always true where the tenant has masking
   * off.
   */
  mayReveal(actor: { roleId: number; security?: Security }, kind: string): boolean;
  /** Whether this role may reveal a value of this kind, one field of one row at a time. */
  mayAsk(actor: { roleId: number }, kind: string): boolean;
  /** Page groups of a type of organisation that second-step verification can protect. */
  protectable(orgType: number): readonly string[];
  /** Page-level flags by role, for a type of organisation. */
  roleFlags(orgType: number): ReadonlyMap<number, readonly string[]>;
  /**
   * The group (`role_group` of `schemas/enums.json`) within which comments of a role stay private; undefined where it
   * has none.
   */
  groupOf(roleId: number): string | undefined;
  /** The effective security settings of a role. */
  security(settings: SecuritySettings, holder: { orgType: number; roleId: number }): Security;
  /** Which role may grant which roles. */
  grants: Grants;
  /** A table that a feature defines. @throws Error where it was not loaded */
  table<T>(table: PolicyTable<T>): T;
  /** What is still open after the service of an organisation has ended. */
  serves: Serves;
}

export interface PolicySource {
  /** The folder `policies/`. */
  dir: string;
  /** Every endpoint that the server mounts: rows may name their areas and acts, and `*` means all of their acts. */
  endpoints: readonly EndpointSpec[];
  /** Tables that features define; each one is validated here. */
  tables?: readonly PolicyTable<unknown>[];
  /** For tests: reads the rows that Casbin has after loading. */
  loadedRows?: LoadedRows;
}

const ROLES = codesOf('role');
const ORG_TYPES = codesOf('org_type');
const EDU_LEVELS = codesOf('edu_level');
const FLAGS = codesOf('role_flag');
const GROUPS = codesOf('role_group');
const KINDS: ReadonlySet<string> = new Set(MASK_KINDS);
/** When a role sees a masked value: always, or one field of one row at a time on request. */
const WHENS = new Set(['always', 'asked']);

/** The acts of each area; opening its page is always one. */
function actsByArea(endpoints: readonly EndpointSpec[]): Map<string, Set<string>> {
  const acts = new Map<string, Set<string>>(AREAS.map((area) => [area, new Set([OPEN])]));
  for (const { access } of endpoints) {
    if (access.auth === 'org') acts.set(access.area, (acts.get(access.area) ?? new Set([OPEN])).add(access.act));
  }
  return acts;
}

/** The areas that have a line in `access.csv`. @throws PolicyError */
export const areasIn = async (dir: string): Promise<ReadonlySet<string>> =>
  new Set(
    readPolicyRows('access.csv', await readFile(path.join(dir, 'access.csv'), 'utf8'), ACCESS_COLUMNS).map(
      (row) => row.cells.area,
    ),
  );

/** The acts of an area. The area of a tenant's own resource has the acts of all areas. */
const actsOf = (acts: ReadonlyMap<string, ReadonlySet<string>>, area: string) =>
  acts.get(isOwnArea(area) ? OWN_AREA : area);

function checkAccessRow(row: AccessRow, acts: ReadonlyMap<string, ReadonlySet<string>>) {
  const { ptype, area, features } = row.cells;
  if (ptype !== 'p') throw rowError(row, `第一列是 ${ptype}`, '应为 p');
  const known = actsOf(acts, area);
  if (!known)
    throw rowError(
      row,
      `area 列的 ${area} 不是已知的区域`,
      '区域见 src/platform/access/areas.ts 与各资源的 x-resource.area',
    );
  requireKnown(row, 'act', known, `${area} 的操作`);
  requireKnown(row, 'roles', ROLES, '角色');
  requireKnown(row, 'org_types', ORG_TYPES, '组织类型');
  requireKnown(row, 'edu_levels', EDU_LEVELS, '教育层次');
  try {
    featureTest(features);
  } catch (error) {
    throw rowError(
      row,
      `features 列的 ${features} 无法解析：${error instanceof Error ? error.message : ''}`,
      '可用功能名、||、&&、! 和括号，不限制时写 *',
    );
  }
}

async function readAccess(
  source: PolicySource,
  text: string,
  acts: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<AccessRow[]> {
  const rows = readPolicyRows('access.csv', text, ACCESS_COLUMNS);
  for (const row of rows) checkAccessRow(row, acts);
  const areas = new Set(rows.map((row) => row.cells.area));
  const orphan = source.endpoints.find(({ access }) => access.auth === 'org' && !areas.has(access.area));
  if (orphan?.access.auth === 'org')
    throw new Error(
      `policies/access.csv 没有 ${orphan.access.area} 的行，${orphan.name}（${orphan.path}）无人可用。请加一行`,
    );
  return rows;
}

function readReveal(text: string) {
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

function readProtected(text: string, areas: ReadonlySet<string>) {
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
 */
function readFlags(text: string, areas: ReadonlySet<string>) {
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
    isShut({ orgType, roleId, security }: RightsHolder, area: string): boolean {
      const wanted = opening.get(`${orgType} ${roleId} ${area}`);
      return wanted !== undefined && !wanted.some((flag) => security?.flags[flag]);
    },
  };
}

/** The group within which comments of a role stay private; roles without one are absent. */
function readRoleGroups(text: string): ReadonlyMap<number, string> {
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

/** Rights depend on nothing else, so that holders with an equal key share their answers. */
const combinationOf = (a: RightsHolder) =>
  `${a.roleId} ${a.orgType} ${a.eduLevel ?? ''} ${[...a.features].sort().join(' ')} ${Object.entries(
    a.security?.flags ?? {},
  )
    .filter(([, on]) => on)
    .map(([flag]) => flag)
    .sort()
    .join(' ')}`;

/** Answers of one combination, filled in on first use. */
interface Answers {
  decided: Map<string, Map<string, boolean>>;
  permissions?: Abilities['permissions'];
}

/**
 * Loads `policies/` and checks every row.
 *
 * @throws PolicyError with file, line, reason and fix
 */
export async function loadPolicies(source: PolicySource): Promise<Policies> {
  const read = (file: string) => readFile(path.join(source.dir, file), 'utf8');
  const [model, accessText, revealText, protectedText, flagsText, scopeText, grantsText, serviceText, groupsText] =
    await Promise.all([
      read('model.conf'),
      read('access.csv'),
      read('reveal.csv'),
      read('protected.csv'),
      read('flags.csv'),
      read('scope.csv'),
      read('grants.csv'),
      read('service.csv'),
      read('role-groups.csv'),
    ]);
  const tables = new Map<string, string>();
  for (const { file, read: check } of source.tables ?? []) {
    tables.set(file, await read(file));
    check(tables.get(file) ?? '', ROLES);
  }
  const acts = actsByArea(source.endpoints);
  const rows = await readAccess(source, accessText, acts);
  const ask = await decideByCasbin(model, rows, source.loadedRows);
  const revealing = readReveal(revealText);
  const [isClear, mayAsk] = [revealing('always'), revealing('asked')];
  const protectedAreas = readProtected(protectedText, new Set(acts.keys()));
  const flags = readFlags(flagsText, new Set(acts.keys()));
  const groups = readRoleGroups(groupsText);
  const areas = new Set(rows.map((row) => row.cells.area));

  const above = (area: string) => {
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

  function decide(actor: RightsHolder, area: string, act: string): boolean {
    const { decided } = answersOf(actor);
    let ofArea = decided.get(area);
    if (!ofArea) decided.set(area, (ofArea = new Map<string, boolean>()));
    let answer = ofArea.get(act);
    if (answer === undefined) {
      const parent = above(area);
      const features = actor.orgType === ORG_TYPE.school ? actor.features : null;
      answer =
        (parent === undefined || decide(actor, parent, OPEN)) &&
        !flags.isShut(actor, area) &&
        ask({ area, act, roleId: actor.roleId, orgType: actor.orgType, eduLevel: actor.eduLevel, features });
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

  function abilities(actor: RightsHolder): Abilities {
    const { orgType, security } = actor;
    const {
      verified,
      watermark,
      masking,
      flags: ofRole,
    } = security ?? { verified: protectedAreas(orgType), flags: {} };
    return {
      permissions: (answersOf(actor).permissions ??= permissionsOf(actor)),
      protected: [...verified].filter((area) => decide(actor, area, OPEN)),
      flags: {
        ...ofRole,
        ...(watermark !== undefined && { watermark }),
        ...(masking !== undefined && { desensitization: masking }),
      },
    };
  }

  return {
    decide,
    abilities,
    scope: readScopes(scopeText, ROLES),
    mayReveal: ({ roleId, security }, kind) => security?.masking === false || isClear(roleId, kind),
    mayAsk: ({ roleId }, kind) => mayAsk(roleId, kind),
    grants: readGrants(grantsText, ROLES),
    table(table) {
      const text = tables.get(table.file);
      if (text === undefined) throw new Error(`no feature defines policies/${table.file}`);
      return table.read(text, ROLES);
    },
    serves: readService(serviceText, new Set(acts.keys())),
    protectable: protectedAreas,
    roleFlags: flags.of,
    groupOf: (roleId) => groups.get(roleId),
    security: (settings, { orgType, roleId }) =>
      securityOf(settings, roleId, protectedAreas(orgType), flags.of(orgType).get(roleId) ?? []),
  };
}
