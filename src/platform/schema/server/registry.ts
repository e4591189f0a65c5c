import type { Ajv2020 } from 'ajv/dist/2020.js';
import { AppError } from '../../errors/app-error.ts';
import type { OverlayVerdict } from '../check-overlay.ts';
import type { OverlayProblem } from '../problem.ts';
import type { EntitySchema } from '../types.ts';
import { inputAjv } from './ajv.ts';
import { readCore } from './core.ts';
import { makeEntity, versionOf, type Entity } from './entity.ts';
import { readSchemaFiles, type SchemaFiles } from './files.ts';
import type { PublishedOverlay, PublishedOverlays } from './queries/published-overlays.ts';
import type { AcceptedOverlays } from './queries/schema-overlays.ts';
import {
  coreBase,
  validateFile,
  validatePublished,
  namingOwn,
  type ValidationInput,
  type TenantBase,
} from './tenant.ts';

declare module '../../context/server/services.ts' {
  interface Services {
    /** The merged schemas of every tenant. */
    schemas: SchemaRegistry;
  }
}

/**
 * The merged schemas of all tenants: the server lists, validates, stores and answers by them, and sends them to the
 * portal. An entity is merged from the core, the tenant's file, and what the tenant has published, in this order.
 */
export interface SchemaRegistry {
  /** @throws AppError PSY_NOT_FOUND where no such entity exists */
  entity(orgId: string, name: string): Entity;
  /** The published version of an entity that `entity` currently includes; 0 where there is none. */
  published(orgId: string, name: string): number;
  /** A resource that only this tenant has. */
  own(orgId: string, name: string): Entity | undefined;
  all(orgId: string): { version: string; resources: Readonly<Record<string, EntitySchema>> };
  /** What all tenants start from: the resources that are mounted. */
  core(): readonly EntitySchema[];
  /** An entity as the tenant's file leaves it. @throws AppError PSY_NOT_FOUND */
  baseOf(orgId: string, name: string): EntitySchema;
  /**
   * Validates an overlay that the tenant may publish, applied to the tenant's base schema. @throws AppError
   * PSY_NOT_FOUND where no such entity exists
   */
  validateOverlay(orgId: string, name: string, overlay: unknown): OverlayVerdict;
  /** Validates a resource that a tenant is about to create, in the form of a schema file. */
  validateOwn(orgId: string, name: string, document: unknown): OverlayVerdict;
  /** The `x-` keywords of the vocabulary, for validation by a schema that is not in force. */
  keywords(): readonly string[];
  /** Overlays that are not in force, and why. */
  problems(): readonly OverlayProblem[];
  /**
   * Reads the files again. Where a shared file is invalid, or the accepted overlays cannot be read, everything stays
   * unchanged and this rejects.
   */
  reload(): Promise<void>;
  /** Reloads what a tenant has published. */
  refresh(orgId: string): Promise<void>;
}

export interface SchemaOptions {
  /** The `schemas` folder, absolute. */
  folder: string;
  /** Areas that have a line in `policies/access.csv`. */
  areas: ReadonlySet<string>;
  /** Absent where only the files are checked: a broken overlay is then followed by the core schema. */
  accepted?: AcceptedOverlays;
  /** What tenants have published; absent where only the files are checked. */
  published?: PublishedOverlays;
  /** Called for every problem at start and at each reload. */
  report?: (problem: OverlayProblem) => void;
}

interface Tenant {
  /** The base schemas by entity, where the tenant's file changes the entity. */
  bases: ReadonlyMap<string, TenantBase>;
  /** Of the files. */
  problems: readonly OverlayProblem[];
  /** Entities that differ from the core. */
  entities: ReadonlyMap<string, Entity>;
  /** Problems of published overlays. */
  refused: readonly OverlayProblem[];
  /** The version of each entity that was last published. */
  versions: ReadonlyMap<string, number>;
}

interface Generation {
  input: ValidationInput;
  core: ReadonlyMap<string, Entity>;
  tenants: Map<string, Tenant>;
  compile: (schema: EntitySchema) => Entity;
}

const NOTHING: Pick<Tenant, 'bases' | 'problems'> = { bases: new Map(), problems: [] };

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

  return {
    entity(orgId, name) {
      const entity = ofTenant(orgId, name) ?? now.core.get(name);
      if (!entity) throw new AppError('PSY_NOT_FOUND');
      return entity;
    },
    published: (orgId, name) => now.tenants.get(orgId)?.versions.get(name) ?? 0,
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
    validateOverlay: (orgId, name, overlay) =>
      validatePublished(now.input, baseOfEntity(orgId, name), overlay, namesOf(orgId)),
    validateOwn: (orgId, name, document) => validateFile(now.input, name, document, namesOf(orgId)),
    keywords: () => now.input.core.vocabulary.keywords,
    problems: () => [...now.tenants.values()].flatMap(({ problems, refused }) => [...problems, ...refused]),
    reload: () =>
      inTurn(async () => {
        now = await read(options);
        answers = new Map();
      }),
    refresh: (orgId) =>
      inTurn(async () => {
        const tenant = await withPublished(now, options, orgId, now.tenants.get(orgId) ?? NOTHING);
        for (const problem of tenant.refused) options.report?.(problem);
        now.tenants.set(orgId, tenant);
        answers = new Map();
      }),
  };
}

async function read(options: SchemaOptions): Promise<Generation> {
  const files = readSchemaFiles(options.folder);
  const core = readCore(files);
  const compile = pool(inputAjv(core.vocabulary.keywords));
  const made: Generation = {
    input: { core, areas: options.areas },
    compile,
    tenants: new Map(),
    core: new Map([...core.entities].map(([name, schema]) => [name, compile(schema)])),
  };
  const byFile = new Map(files.tenants.map((tenant) => [tenant.orgId, tenant]));
  for (const orgId of new Set([...byFile.keys(), ...((await options.published?.tenants()) ?? [])])) {
    const tenant = await withPublished(made, options, orgId, await readFiles(made.input, options, byFile.get(orgId)));
    for (const problem of [...tenant.problems, ...tenant.refused]) options.report?.(problem);
    if (tenant.entities.size > 0 || tenant.problems.length > 0 || tenant.versions.size > 0)
      made.tenants.set(orgId, tenant);
  }
  return made;
}

/** Applies a tenant's files to the entities; a broken file is replaced by the last accepted one. */
async function readFiles(
  input: ValidationInput,
  { accepted, published }: SchemaOptions,
  tenant: SchemaFiles['tenants'][number] | undefined,
): Promise<Pick<Tenant, 'bases' | 'problems'>> {
  if (!tenant) return NOTHING;
  const { orgId, overlays } = tenant;
  const others = [...overlays.map(({ name }) => name), ...((await published?.own(orgId))?.keys() ?? [])];
  const remembered = (await accepted?.recall(orgId)) ?? new Map<string, unknown>();
  const bases = new Map<string, TenantBase>();
  const problems: OverlayProblem[] = [];
  for (const { name, file, parsed } of overlays) {
    const document = 'document' in parsed ? parsed.document : undefined;
    const verdict =
      'finding' in parsed
        ? { ok: false as const, findings: [parsed.finding] }
        : validateFile(input, name, document, others);
    if (verdict.ok) {
      bases.set(name, verdict);
      if (JSON.stringify(remembered.get(name)) !== JSON.stringify(document))
        await accepted?.remember(orgId, name, document);
      continue;
    }
    const before = remembered.has(name) ? validateFile(input, name, remembered.get(name), others) : undefined;
    if (before?.ok) bases.set(name, before);
    problems.push(
      ...verdict.findings.map((finding) => ({
        file,
        orgId,
        entity: name,
        serving: before?.ok ? ('last-good' as const) : ('core' as const),
        ...finding,
      })),
    );
  }
  return { bases, problems };
}

/** Applies what a tenant has published; overlays that the files no longer allow are skipped and reported. */
async function withPublished(
  { input, compile }: Generation,
  { published }: SchemaOptions,
  orgId: string,
  { bases: files, problems }: Pick<Tenant, 'bases' | 'problems'>,
): Promise<Tenant> {
  // What was created before is read again, since it may have been removed.
  const bases = new Map([...files].filter(([, { created }]) => !created));
  // A resource of the same name in the files or the core has priority over one that the tenant created.
  const created = (await published?.own(orgId)) ?? new Map<string, unknown>();
  const own = [...new Set([...bases.keys(), ...created.keys()])];
  for (const [name, document] of created) {
    const made =
      bases.has(name) || input.core.entities.has(name) ? undefined : validateFile(input, name, document, own);
    if (made?.ok) bases.set(name, { ...made, created: true });
  }
  const schemas = new Map([...bases].map(([name, { schema }]) => [name, schema]));
  const refused: OverlayProblem[] = [];
  const latest = (await published?.latest(orgId)) ?? new Map<string, PublishedOverlay>();
  for (const [name, { document, version }] of latest) {
    const core = input.core.entities.get(name);
    const base = bases.get(name) ?? (core && coreBase(core));
    const verdict: OverlayVerdict = base
      ? validatePublished(input, base, document, own)
      : { ok: false, findings: [{ pointer: '', reason: `没有名为 ${name} 的资源`, fix: '恢复它的文件' }] };
    if (verdict.ok) schemas.set(name, verdict.schema);
    else
      refused.push(
        ...verdict.findings.map((finding) => ({
          file: `字段设置 ${orgId}/${name} 第 ${version} 版`,
          orgId,
          entity: name,
          serving: 'file' as const,
          ...finding,
        })),
      );
  }
  const entities = new Map([...namingOwn(schemas, input.core)].map(([name, schema]) => [name, compile(schema)]));
  return {
    bases,
    problems,
    entities,
    refused,
    versions: new Map([...latest].map(([name, { version }]) => [name, version])),
  };
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
