import type { Ajv2020 } from 'ajv/dist/2020.js';
import { AppError } from '../../errors/app-error.ts';
import { findBetween } from '../check-between.ts';
import type { OverlayVerdict } from '../check-overlay.ts';
import { documentOf, type SchemaPackage } from '../package.ts';
import type { OverlayProblem } from '../problem.ts';
import type { Base, EntitySchema } from '../types.ts';
import { inputAjv } from './ajv.ts';
import { readCore } from './core.ts';
import { makeEntity, versionOf, type Entity } from './entity.ts';
import { readSchemaFiles } from './files.ts';
import { tryLayer, validateLayer, type LayerChange, type LayerOutcome, type LayerVerdict } from './layers.ts';
import { mergeTenant, type Merging, type Tenant, type TenantSources } from './merge-tenant.ts';
import { coreBase, validateFile, validatePublished, type TenantBase } from './tenant.ts';

declare module '../../context/server/services.ts' {
  interface Services {
    /** The merged schemas of every tenant. */
    schemas: SchemaRegistry;
  }
}

/**
 * The merged schemas of all tenants: the server lists, validates, stores and answers by them, and sends them to the
 * portal. An entity is merged from the core, the layers of the organisation above, the tenant's file, and what the
 * tenant has published, in this order.
 */
export interface SchemaRegistry {
  /** @throws AppError PSY_NOT_FOUND where no such entity exists */
  entity(orgId: string, name: string): Entity;
  /** Counts the publications and changes of layers that `entity` currently includes (`versionInForce`). */
  published(orgId: string, name: string): number;
  /** The numbers of an entity's own fields whose values are kept beside the rows, by `keptKey`; undefined without any. */
  kept(orgId: string, name: string): ReadonlyMap<string, number> | undefined;
  /** A resource that only this tenant has. */
  own(orgId: string, name: string): Entity | undefined;
  all(orgId: string): { version: string; resources: Readonly<Record<string, EntitySchema>> };
  /** What all tenants start from: the resources that are mounted. */
  core(): readonly EntitySchema[];
  /** An entity as the tenant's file leaves it. @throws AppError PSY_NOT_FOUND */
  baseOf(orgId: string, name: string): EntitySchema;
  /**
   * An entity with the tenant's file and overlay, before what follows from it (`settle`): what overlays are compared
   * with. @throws AppError PSY_NOT_FOUND
   */
  mergedOf(orgId: string, name: string): EntitySchema;
  /** What the tenant has changed, as a package that another installation can apply. */
  packageOf(orgId: string): SchemaPackage;
  /**
   * Validates an overlay that the tenant may publish, applied to the tenant's base schema. @throws AppError
   * PSY_NOT_FOUND where no such entity exists
   *
   * @param alongside Resources that are created together with it, so that fields may refer to them
   */
  validateOverlay(orgId: string, name: string, overlay: unknown, alongside?: readonly string[]): OverlayVerdict;
  /** Validates a document in the form of a schema file: a resource that a tenant is about to create, or an overlay. */
  validateFile(orgId: string, name: string, document: unknown, alongside?: readonly string[]): OverlayVerdict;
  /**
   * What the tenant may narrow but not change: the core, or the core with the layers above. @throws AppError
   * PSY_NOT_FOUND
   */
  upperOf(orgId: string, name: string): Base;
  /**
   * Validates a layer that an institution may send to schools.
   *
   * @param above Layers that are applied before it
   * @param others Resources that other layers of the institution bring
   */
  validateLayer(name: string, above: readonly unknown[], document: unknown, others: readonly string[]): LayerVerdict;
  /** What becomes of a school when a layer of it changes; nothing is stored. */
  tryLayer(orgId: string, change: LayerChange, sources: TenantSources): Promise<LayerOutcome>;
  /** The `x-` keywords of the vocabulary, for validation by a schema that is not in force. */
  keywords(): readonly string[];
  /** Overlays that are not in force, and why. */
  problems(): readonly OverlayProblem[];
  /**
   * Reads the files again. Where a shared file is invalid, the accepted overlays cannot be read, or `confirm` rejects,
   * everything stays unchanged and this rejects.
   *
   * @param confirm Called once everything is read and before it is in force
   */
  reload(confirm?: () => Promise<void>): Promise<void>;
  /** Reloads what a tenant has published. */
  refresh(orgId: string): Promise<void>;
}

export interface SchemaOptions extends TenantSources {
  /** The `schemas` folder, absolute. */
  folder: string;
  /** The folder with a folder for each organisation; default `tenants` in it. */
  tenantsDir?: string;
  /** Areas that have a line in `policies/access.csv`. */
  areas: ReadonlySet<string>;
  /** Called for every problem at start and at each reload. */
  report?: (problem: OverlayProblem) => void;
}

interface Generation extends Merging {
  core: ReadonlyMap<string, Entity>;
  tenants: Map<string, Tenant>;
  /** Like `compile`, for schemas that are not in force. */
  compileOnce: (schema: EntitySchema) => Entity;
}

const problemsOf = (tenant: Tenant | undefined): readonly OverlayProblem[] => [
  ...(tenant?.problems ?? []),
  ...(tenant?.refused ?? []),
];

/** @throws SchemaError where a file that all tenants share is invalid */
export async function openSchemas(options: SchemaOptions): Promise<SchemaRegistry> {
  let now = await read(options);
  let answers = new Map<string, ReturnType<SchemaRegistry['all']>>();
  // Reloads run one at a time, so that an older read never replaces a newer one.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = turn.then(work, work);
    turn = mine;
    return mine;
  };
  const ofTenant = (orgId: string, name: string) => now.tenants.get(orgId)?.entities.get(name);
  const namesOf = (orgId: string) => now.tenants.get(orgId)?.bases.keys() ?? [];
  const baseOfEntity = (orgId: string, name: string): TenantBase => {
    const core = now.core.get(name);
    const base = now.tenants.get(orgId)?.bases.get(name) ?? (core && coreBase(core.schema));
    if (!base) throw new AppError('PSY_NOT_FOUND');
    return base;
  };
  const schemasOf = (orgId: string) =>
    Object.fromEntries(
      [...now.core, ...(now.tenants.get(orgId)?.entities ?? [])].map(([name, { schema }]) => [name, schema]),
    );
  const upperOf = (orgId: string, name: string) => now.tenants.get(orgId)?.uppers.get(name);

  return {
    entity(orgId, name) {
      const entity = ofTenant(orgId, name) ?? now.core.get(name);
      if (!entity) throw new AppError('PSY_NOT_FOUND');
      return entity;
    },
    published: (orgId, name) => now.tenants.get(orgId)?.versions.get(name) ?? 0,
    kept: (orgId, name) => now.tenants.get(orgId)?.kept.get(name),
    own: (orgId, name) => (now.core.has(name) ? undefined : ofTenant(orgId, name)),
    all(orgId) {
      const key = now.tenants.has(orgId) ? orgId : '';
      const known = answers.get(key);
      if (known) return known;
      const entities = new Map([...now.core, ...(now.tenants.get(orgId)?.entities ?? [])]);
      const answer = {
        version: versionOf([...entities.values()].map(({ version }) => version).join()),
        resources: Object.fromEntries([...entities].map(([name, { schema }]) => [name, schema])),
      };
      answers.set(key, answer);
      return answer;
    },
    core: () => [...now.core.values()].map(({ schema }) => schema),
    baseOf: (orgId, name) => baseOfEntity(orgId, name).merged,
    mergedOf: (orgId, name) => now.tenants.get(orgId)?.merged.get(name) ?? baseOfEntity(orgId, name).merged,
    packageOf: (orgId) =>
      Object.fromEntries(
        [...(now.tenants.get(orgId)?.merged ?? [])]
          .map(
            ([name, merged]) =>
              [name, documentOf(baseOfEntity(orgId, name).base, merged, now.input.core.enums)] as const,
          )
          .filter(([, document]) => Object.keys(document).length > 0)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    validateOverlay(orgId, name, overlay, alongside = []) {
      const known = [...namesOf(orgId), ...alongside];
      const verdict = validatePublished(now.input, baseOfEntity(orgId, name), overlay, known);
      // Resources that come alongside are not in force yet; what refers to them is checked when it runs.
      const findings = verdict.ok ? findBetween(verdict.schema, schemasOf(orgId), alongside) : [];
      return findings.length > 0 ? { ok: false, findings } : verdict;
    },
    validateFile: (orgId, name, document, alongside = []) =>
      validateFile(now.input, name, document, [...namesOf(orgId), ...alongside], upperOf(orgId, name)),
    upperOf: (orgId, name) => baseOfEntity(orgId, name).base,
    validateLayer: (...layer) => validateLayer(now.input, ...layer),
    tryLayer: (orgId, change, sources) =>
      tryLayer({ ...now, compile: now.compileOnce }, sources, orgId, change, {
        was: ofTenant(orgId, change.entity)?.schema ?? now.core.get(change.entity)?.schema,
        problems: problemsOf(now.tenants.get(orgId)),
      }),
    keywords: () => now.input.core.vocabulary.keywords,
    problems: () => [...now.tenants.values()].flatMap(problemsOf),
    reload: (confirm) =>
      inTurn(async () => {
        const next = await read(options);
        await confirm?.();
        now = next;
        answers = new Map();
      }),
    refresh: (orgId) =>
      inTurn(async () => {
        const tenant = await mergeTenant(now, options, orgId);
        for (const problem of tenant.refused) options.report?.(problem);
        now.tenants.set(orgId, tenant);
        answers = new Map();
      }),
  };
}

async function read(options: SchemaOptions): Promise<Generation> {
  const files = readSchemaFiles(options.folder, options.tenantsDir);
  const core = readCore(files);
  const ajv = inputAjv(core.vocabulary.keywords);
  const compile = pool(ajv);
  const byOrg = new Map(files.tenants.map((tenant) => [tenant.orgId, tenant.overlays]));
  const made: Generation = {
    input: { core, areas: options.areas },
    compile,
    compileOnce: (schema) => makeEntity(schema, versionOf(JSON.stringify(schema)), ajv),
    filesOf: (orgId) => byOrg.get(orgId) ?? [],
    tenants: new Map(),
    core: new Map([...core.entities].map(([name, schema]) => [name, compile(schema)])),
  };
  for (const orgId of new Set([...byOrg.keys(), ...((await options.published?.tenants()) ?? [])])) {
    const tenant = await mergeTenant(made, options, orgId);
    for (const problem of [...tenant.problems, ...tenant.refused]) options.report?.(problem);
    if (tenant.entities.size > 0 || tenant.problems.length > 0 || tenant.versions.size > 0)
      made.tenants.set(orgId, tenant);
  }
  return made;
}

/** One entity for all equal schemas, so that tenants with equal schemas share the compiled code. */
function pool(ajv: Ajv2020): (schema: EntitySchema) => Entity {
  const made = new Map<string, Entity>();
  return (schema) => {
    const version = versionOf(JSON.stringify(schema));
    const entity = made.get(version) ?? makeEntity(schema, version, ajv);
    made.set(version, entity);
    return entity;
  };
}
