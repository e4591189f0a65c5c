import { findAutomations } from '../check-automations.ts';
import type { OverlayVerdict } from '../check-overlay.ts';
import { findRelated, withoutRelated } from '../check-relations.ts';
import type { Finding, OverlayProblem } from '../problem.ts';
import type { EntitySchema } from '../types.ts';
import type { Entity } from './entity.ts';
import type { SchemaFiles } from './files.ts';
import type { KeptFields } from './queries/kept-fields.ts';
import type { Layer, LayersOfTenant } from './queries/layers.ts';
import type { PublishedOverlay, PublishedOverlays } from './queries/published-overlays.ts';
import type { AcceptedOverlays } from './queries/schema-overlays.ts';
import {
  coreBase,
  layerBase,
  namingOwn,
  validateFile,
  validatePublished,
  type TenantBase,
  type ValidationInput,
} from './tenant.ts';

/** What the schemas of a tenant are merged with. */
export interface Merging {
  input: ValidationInput;
  compile: (schema: EntitySchema) => Entity;
  filesOf: (orgId: string) => SchemaFiles['tenants'][number]['overlays'];
}

/** Where what a tenant has stored is read; absent parts where only the files are checked. */
export interface TenantSources {
  accepted?: AcceptedOverlays;
  published?: PublishedOverlays;
}

/** The schemas of one tenant. */
export interface Tenant {
  /** What the tenant's published overlays are based on, by entity, where it differs from the core. */
  bases: ReadonlyMap<string, TenantBase>;
  /** What the layers of the organisation above make of entities. */
  uppers: ReadonlyMap<string, TenantBase>;
  /** Entities that differ from the core. */
  entities: ReadonlyMap<string, Entity>;
  /** The same before what follows from them. */
  merged: ReadonlyMap<string, EntitySchema>;
  /** Of the files. */
  problems: readonly OverlayProblem[];
  /** Problems of layers and of published overlays. */
  refused: readonly OverlayProblem[];
  /** Counts the publications and the changes of layers of each entity. */
  versions: ReadonlyMap<string, number>;
  /** The own fields whose values are kept beside the rows. */
  kept: KeptFields;
}

/** What a tenant has stored in the database. */
interface Stored {
  layers: LayersOfTenant;
  /** Resources that it has created itself. */
  created: ReadonlyMap<string, unknown>;
  latest: ReadonlyMap<string, PublishedOverlay>;
  kept: KeptFields;
}

async function readStored({ published }: TenantSources, orgId: string): Promise<Stored> {
  if (!published)
    return { layers: { inForce: [], changes: new Map() }, created: new Map(), latest: new Map(), kept: new Map() };
  const [layers, created, latest, kept] = await Promise.all([
    published.layers(orgId),
    published.own(orgId),
    published.latest(orgId),
    published.kept(orgId),
  ]);
  return { layers, created, latest, kept };
}

/** The bases that the organisation above gives; a layer that the product no longer allows is left out and reported. */
export function mergeLayers(
  input: ValidationInput,
  layers: readonly Layer[],
  report: (layer: Layer, findings: readonly Finding[]) => void,
): Map<string, TenantBase> {
  const bases = new Map<string, TenantBase>();
  const names = layers.map(({ entity }) => entity);
  for (const layer of layers) {
    const { entity, document, fromName } = layer;
    const verdict = validateFile(input, entity, document, names, bases.get(entity));
    if (verdict.ok) bases.set(entity, layerBase(verdict.merged, verdict.schema, fromName));
    else report(layer, verdict.findings);
  }
  return bases;
}

/** Merges everything that a tenant has: core, layers of the organisation above, files, created resources, overlays. */
export async function mergeTenant(merging: Merging, sources: TenantSources, orgId: string): Promise<Tenant> {
  const { input, compile } = merging;
  const stored = await readStored(sources, orgId);
  const refused: OverlayProblem[] = [];
  const refuse = (file: string, entity: string, serving: OverlayProblem['serving'], findings: readonly Finding[]) =>
    refused.push(...findings.map((finding) => ({ file, orgId, entity, serving, ...finding })));
  const files = merging.filesOf(orgId);
  const takesName = (name: string) =>
    !input.core.entities.has(name) && (stored.created.has(name) || files.some((file) => file.name === name));
  const free = stored.layers.inForce.filter(({ entity }) => !takesName(entity));
  const uppers = mergeLayers(input, free, ({ entity, fromName, version }, findings) =>
    refuse(`${fromName}下发的字段设置 ${entity} 第 ${version} 版`, entity, 'core', findings),
  );
  const { bases, problems } = await mergeFiles(merging, sources, orgId, uppers, [...stored.created.keys()]);
  const own = [...new Set([...bases.keys(), ...stored.created.keys()])];
  // A resource of the same name in the files or the core has priority over one that the tenant created.
  for (const [name, document] of stored.created) {
    const made =
      bases.has(name) || input.core.entities.has(name) ? undefined : validateFile(input, name, document, own);
    if (made?.ok) bases.set(name, made);
  }
  const schemas = new Map([...bases].map(([name, { schema }]) => [name, schema]));
  const merged = new Map([...bases].map(([name, base]) => [name, base.merged]));
  for (const [name, { document, version }] of stored.latest) {
    const core = input.core.entities.get(name);
    const base = bases.get(name) ?? (core && coreBase(core));
    const verdict: OverlayVerdict = base
      ? validatePublished(input, base, document, own)
      : { ok: false, findings: [{ pointer: '', reason: `没有名为 ${name} 的资源`, fix: '恢复它的文件' }] };
    if (verdict.ok) {
      schemas.set(name, verdict.schema);
      merged.set(name, verdict.merged);
    } else refuse(`字段设置 ${orgId}/${name} 第 ${version} 版`, name, 'file', verdict.findings);
  }
  dropUnsafe(input, schemas, (name, what, findings) => refuse(`${orgId}/${name} 的${what}`, name, 'file', findings));
  const versions = new Map([...stored.latest].map(([name, { version }]) => [name, version]));
  for (const [name, changes] of stored.layers.changes) versions.set(name, (versions.get(name) ?? 0) + changes);
  return {
    bases,
    uppers,
    problems,
    entities: new Map([...namingOwn(schemas, input.core)].map(([name, schema]) => [name, compile(schema)])),
    merged,
    refused,
    versions,
    kept: stored.kept,
  };
}

/**
 * Takes automations and computations over related rows from entities where they do not fit the other entities, and
 * reports why.
 */
function dropUnsafe(
  { core }: ValidationInput,
  schemas: Map<string, EntitySchema>,
  report: (name: string, what: string, findings: readonly Finding[]) => void,
): void {
  const all = Object.fromEntries([...core.entities, ...schemas]);
  for (const [name, schema] of schemas) {
    const [stuck, unrelated] = [findAutomations(schema, all), findRelated(schema, all)];
    if (unrelated.length > 0) {
      schemas.set(name, withoutRelated(schema, unrelated));
      report(name, '计算', unrelated);
    }
    if (stuck.length === 0) continue;
    const { automations: _, ...meta } = schema['x-resource'];
    schemas.set(name, { ...(schemas.get(name) ?? schema), 'x-resource': meta });
    report(name, '自动化', stuck);
  }
}

/** Applies a tenant's files to what is above them; a broken file is replaced by the last accepted one. */
async function mergeFiles(
  { input, filesOf }: Merging,
  { accepted }: TenantSources,
  orgId: string,
  uppers: ReadonlyMap<string, TenantBase>,
  created: readonly string[],
): Promise<{ bases: Map<string, TenantBase>; problems: readonly OverlayProblem[] }> {
  const files = filesOf(orgId);
  const others = [...files.map(({ name }) => name), ...uppers.keys(), ...created];
  const remembered = files.length === 0 ? new Map<string, unknown>() : await accepted?.recall(orgId);
  const bases = new Map(uppers);
  const problems: OverlayProblem[] = [];
  for (const { name, file, parsed } of files) {
    const validate = (document: unknown) => validateFile(input, name, document, others, uppers.get(name));
    const document = 'document' in parsed ? parsed.document : undefined;
    const verdict = 'finding' in parsed ? { ok: false as const, findings: [parsed.finding] } : validate(document);
    if (verdict.ok) {
      bases.set(name, verdict);
      if (JSON.stringify(remembered?.get(name)) !== JSON.stringify(document))
        await accepted?.remember(orgId, name, document);
      continue;
    }
    const before = remembered?.has(name) ? validate(remembered.get(name)) : undefined;
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
