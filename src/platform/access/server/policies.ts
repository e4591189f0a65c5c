import type { EndpointSpec } from '../../contract/endpoint.ts';
import { codesOf } from '../../schema/labels.ts';
import type { Abilities } from '../contract.ts';
import { securityOf, type Security, type SecuritySettings } from '../security.ts';
import { actsByArea, readAccess } from './access-table.ts';
import { makeDecisions, type Decisions } from './decisions.ts';
import { decideByCasbin, type LoadedRows } from './enforcers.ts';
import { readGrants, type Grants } from './grants.ts';
import { readPolicyText, type PolicyFolders, type PolicyTable } from './policy-file.ts';
import { readFlags, readProtected, readReveal, readRoleGroups } from './policy-tables.ts';
import { makeExplain, type Explain } from './refusals.ts';
import { NO_ROLE, OPEN, type RightsHolder } from './rights.ts';
import { readScopes, type ScopeOf } from './scope.ts';
import { readService, type Serves } from './service-rules.ts';

/** The content of `policies/`; every answer is synchronous. */
export interface Policies {
  /**
   * Whether this role may act so in this area. A nested area (`a/b`) also requires the parent area, if the table has
   * it.
   */
  decide(actor: RightsHolder, area: string, act: string): boolean;
  /** Every right of a role, in the form that casbin.js takes. */
  abilities(actor: RightsHolder): Abilities;
  /** Why a role may not open an area. */
  explain: Explain;
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

export interface PolicySource extends PolicyFolders {
  /** Every endpoint that the server mounts: rows may name their areas and acts, and `*` means all of their acts. */
  endpoints: readonly EndpointSpec[];
  /** Tables that features define; each one is validated here. */
  tables?: readonly PolicyTable<unknown>[];
  /** For tests: reads the rows that Casbin has after loading. */
  loadedRows?: LoadedRows;
}

const ROLES = codesOf('role');
const FILES = [
  'model.conf',
  'access.csv',
  'reveal.csv',
  'protected.csv',
  'flags.csv',
  'scope.csv',
  'grants.csv',
  'service.csv',
  'role-groups.csv',
] as const;
type TextOf = (file: string) => string;

/** The texts of all files in `policies/`, by name. */
async function readTexts({ tables = [], ...folders }: PolicySource): Promise<TextOf> {
  const names = [...FILES, ...tables.map(({ file }) => file)];
  const texts = await Promise.all(names.map((file) => readPolicyText(folders, file)));
  const byName = new Map(names.map((file, i) => [file, texts[i] ?? '']));
  return (file) => byName.get(file) ?? '';
}

/** Checks the tables that features define, and returns the reader for them. */
function featureTables({ tables = [] }: PolicySource, textOf: TextOf): Policies['table'] {
  const known = new Set(tables.map(({ file }) => file));
  for (const { file, read } of tables) read(textOf(file), ROLES);
  return (table) => {
    if (!known.has(table.file)) throw new Error(`no feature defines policies/${table.file}`);
    return table.read(textOf(table.file), ROLES);
  };
}

/** The rights of a role as the browser gets them. */
function abilitiesBy(
  { decide, permissions }: Decisions,
  protectable: (orgType: number) => readonly string[],
): Policies['abilities'] {
  return (actor) => {
    const { orgType, security } = actor;
    return {
      permissions: permissions(actor),
      protected: [...(security?.verified ?? (actor.roleId === NO_ROLE ? [] : protectable(orgType)))].filter((area) =>
        decide(actor, area, OPEN),
      ),
      flags: {
        ...security?.flags,
        ...(security && { watermark: security.watermark, desensitization: security.masking }),
      },
    };
  };
}

/**
 * Loads `policies/` and checks every row.
 *
 * @throws PolicyError with file, line, reason and fix
 */
export async function loadPolicies(source: PolicySource): Promise<Policies> {
  const textOf = await readTexts(source);
  const table = featureTables(source, textOf);
  const acts = actsByArea(source.endpoints);
  const knownAreas = new Set(acts.keys());
  const rows = readAccess(textOf('access.csv'), source.endpoints, acts);
  const ask = await decideByCasbin(textOf('model.conf'), rows, source.loadedRows);
  const revealing = readReveal(textOf('reveal.csv'));
  const isClear = revealing('always');
  const mayAsk = revealing('asked');
  const protectable = readProtected(textOf('protected.csv'), knownAreas);
  const flags = readFlags(textOf('flags.csv'), knownAreas);
  const groups = readRoleGroups(textOf('role-groups.csv'));
  const areas = new Set(rows.map((row) => row.cells.area));
  const decisions = makeDecisions({ areas, acts, flagsOff: flags.off, ask });

  return {
    decide: decisions.decide,
    explain: makeExplain({ rows, decide: decisions.decide, flagsOff: flags.off }),
    abilities: abilitiesBy(decisions, protectable),
    scope: readScopes(textOf('scope.csv'), ROLES),
    mayReveal: ({ roleId, security }, kind) => security?.masking === false || isClear(roleId, kind),
    mayAsk: ({ roleId }, kind) => mayAsk(roleId, kind),
    grants: readGrants(textOf('grants.csv'), ROLES),
    table,
    serves: readService(textOf('service.csv'), knownAreas),
    protectable,
    roleFlags: flags.of,
    groupOf: (roleId) => groups.get(roleId),
    security: (settings, { orgType, roleId }) =>
      // Students and guardians see their own rows only, and have no second step.
      securityOf(settings, roleId, roleId === NO_ROLE ? [] : protectable(orgType), flags.of(orgType).get(roleId) ?? []),
  };
}
