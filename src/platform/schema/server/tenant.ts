import { checkOverlay, type OverlayVerdict } from '../check-overlay.ts';
import { isObject, own, pointer } from '../json.ts';
import { withCodes } from '../merge.ts';
import { isOwnArea, ownBase, withOwnArea } from '../own-resource.ts';
import { nearest, type Finding } from '../problem.ts';
import { findUnknownReferences } from '../references.ts';
import type { Base, EntitySchema } from '../types.ts';
import type { Core } from './core.ts';

/** What the validation of tenants' overlays needs. */
export interface ValidationInput {
  core: Core;
  areas: ReadonlySet<string>;
}

/** An entity after the tenant's file is applied: the base for the overlay that the tenant publishes. */
export interface TenantBase {
  /** What the tenant may add to and narrow, not more: the core, or the core with the layers above the tenant. */
  base: Base;
  merged: EntitySchema;
  schema: EntitySchema;
  /** Name of the organisation whose layer it includes. */
  from?: string;
}

/** The base of an entity that no file of the tenant changes. */
export const coreBase = (schema: EntitySchema): TenantBase => ({ base: schema, merged: schema, schema });

/** The base of an entity with a layer: what is below treats the layer as it treats the core. */
export const layerBase = (merged: EntitySchema, schema: EntitySchema, from: string): TenantBase => ({
  base: merged,
  merged,
  schema,
  from,
});

/**
 * Lists of required fields replace each other; what a layer requires stays required below, also where the list below is
 * older than the layer.
 */
function withRequired({ base, from }: Pick<TenantBase, 'base' | 'from'>, document: unknown): unknown {
  const required = own(document, 'required');
  if (from === undefined || !isObject(document) || !Array.isArray(required)) return document;
  return { ...document, required: [...new Set([...base.required, ...(required as unknown[])])] };
}

/**
 * Validates a tenant's file: an overlay of the core entity of that name, or else a resource that only this tenant has.
 *
 * @param others Names of the other resources that only this tenant has
 * @param upper The entity with the layers above the tenant, where there are any
 */
export function validateFile(
  input: ValidationInput,
  name: string,
  document: unknown,
  others: Iterable<string>,
  upper?: TenantBase,
): OverlayVerdict & Pick<TenantBase, 'base' | 'from'> {
  const {
    core: { entities, enums, vocabulary },
  } = input;
  const core = entities.get(name);
  const known = [...new Set([...entities.keys(), ...others, name])];
  const above = upper ?? (core && coreBase(core));
  if (above) {
    const { base, from } = above;
    const verdict = checkOverlay(base, withRequired(above, document), enums, vocabulary.entity);
    return { base, ...(from !== undefined && { from }), ...knowing(known, verdict) };
  }
  const base = ownBase(name);
  if (!isObject(own(document, 'x-resource')))
    return { base, ok: false, findings: [noEntity(name, [...entities.keys()])] };
  const verdict = checkOverlay(base, withOwnArea(document as Record<string, unknown>), enums, vocabulary.entity);
  const closed = verdict.ok ? [...findClosed(input, verdict.schema), ...findWithoutEffect(document)] : [];
  return { base, ...(closed.length > 0 ? { ok: false, findings: closed } : knowing(known, verdict)) };
}

/** The verdict, refused where a field refers to an entity that the tenant does not have. */
function knowing(known: readonly string[], verdict: OverlayVerdict): OverlayVerdict {
  const unknown = verdict.ok ? findUnknownReferences(verdict.schema, known) : [];
  return unknown.length > 0 ? { ok: false, findings: unknown } : verdict;
}

/**
 * Validates what a tenant publishes, or is about to, on top of its file.
 *
 * @param own Names of the resources that only this tenant has
 */
export const validatePublished = (
  { core: { entities, enums, vocabulary } }: ValidationInput,
  below: TenantBase,
  document: unknown,
  own: Iterable<string>,
): OverlayVerdict =>
  knowing(
    [...entities.keys(), ...own],
    checkOverlay(below.base, withRequired(below, document), enums, vocabulary.entity, below.merged),
  );

const noEntity = (name: string, known: readonly string[]): Finding => ({
  pointer: '',
  reason: `没有名为 ${name} 的实体`,
  fix: `${nearest(name, known) === undefined ? '' : `是不是 ${nearest(name, known)}.json？`}文件名改为 ${known.map((one) => `${one}.json`).join('、')} 之一；要新建一个本校自己的资源，就写上 "title" 和 "x-resource"`,
});

/** Keywords that only tables of the product have: in the shared table of own resources nothing would follow. */
const OF_TABLES: Readonly<Record<string, string>> = {
  attachments: '本校自己的资源没有附件',
  versions: '本校自己的资源不保留以前的版本',
  owner: '本校自己的资源不限定由谁修改',
  detail: '本校自己的资源总有详情',
};

function findWithoutEffect(document: unknown): Finding[] {
  const meta = own(document, 'x-resource');
  return Object.entries(OF_TABLES).flatMap(([key, reason]) =>
    own(meta, key) === undefined ? [] : [{ pointer: pointer('x-resource', key), reason, fix: '删去这一项' }],
  );
}

/** Rights are in `policies/`: a resource must name an area that has a line there, so that someone can open it. */
function findClosed({ areas }: ValidationInput, { 'x-resource': { area } }: EntitySchema): Finding[] {
  const at = { pointer: '/x-resource/area' };
  if (!isOwnArea(area))
    return [
      {
        ...at,
        reason: `本校自己的资源不能用区域 ${area}`,
        fix: '写成 own/ 开头的区域，例如 "own/equipment"；或者删去 area，由学校管理员使用',
      },
    ];
  if (!areas.has(area))
    return [
      {
        ...at,
        reason: `policies/access.csv 没有 ${area} 的行，没有人能打开`,
        fix: '在 policies/access.csv 加一行；或者删去 area，由学校管理员使用',
      },
    ];
  return [];
}

/** The entities of a tenant with resources of its own, and their names for its log. */
export function namingOwn(entities: ReadonlyMap<string, EntitySchema>, core: Core): ReadonlyMap<string, EntitySchema> {
  const titles = Object.fromEntries(
    [...entities].filter(([name]) => !core.entities.has(name)).map(([name, { title }]) => [name, title]),
  );
  if (Object.keys(titles).length === 0) return entities;
  const all = new Map([...core.entities, ...entities]);
  const named = [...all].filter(([, { properties }]) =>
    Object.values(properties).some((field) => field['x-enum'] === 'audit_resource'),
  );
  return new Map([
    ...entities,
    ...named.map(([name, schema]) => [name, withCodes(schema, 'audit_resource', titles)] as const),
  ]);
}
