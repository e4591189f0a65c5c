import { checkOverlay, type OverlayVerdict } from '../check-overlay.ts';
import { isObject, own } from '../json.ts';
import { withCodes } from '../merge.ts';
import { isOwnArea, ownBase, withOwnArea } from '../own-resource.ts';
import type { Finding } from '../problem.ts';
import type { Base, EntitySchema } from '../types.ts';
import type { Core } from './core.ts';

/** What the validation of tenants' overlays needs. */
export interface ValidationInput {
  core: Core;
  areas: ReadonlySet<string>;
}

/** An entity after the tenant's file is applied: the base for the overlay that the tenant publishes. */
export interface TenantBase {
  base: Base;
  merged: EntitySchema;
  schema: EntitySchema;
}

/** The base of an entity that no file of the tenant changes. */
export const coreBase = (schema: EntitySchema): TenantBase => ({ base: schema, merged: schema, schema });

/** Validates a tenant's file: an overlay of the core entity of that name, or else a resource that only this tenant has. */
export function validateFile(input: ValidationInput, name: string, document: unknown): OverlayVerdict & { base: Base } {
  const {
    core: { entities, enums, vocabulary },
  } = input;
  const core = entities.get(name);
  if (core) return { base: core, ...checkOverlay(core, document, enums, vocabulary.entity) };
  const base = ownBase(name);
  if (!isObject(own(document, 'x-resource')))
    return { base, ok: false, findings: [noEntity(name, [...entities.keys()])] };
  const verdict = checkOverlay(base, withOwnArea(document as Record<string, unknown>), enums, vocabulary.entity);
  const closed = verdict.ok ? findClosed(input, verdict.schema) : [];
  return { base, ...(closed.length > 0 ? { ok: false, findings: closed } : verdict) };
}

/** Validates what a tenant publishes, or is about to, on top of its file. */
export const validatePublished = (
  { core: { enums, vocabulary } }: ValidationInput,
  { base, merged }: TenantBase,
  document: unknown,
): OverlayVerdict => checkOverlay(base, document, enums, vocabulary.entity, merged);

const noEntity = (name: string, known: readonly string[]): Finding => ({
  pointer: '',
  reason: `没有名为 ${name} 的实体`,
  fix: `文件名改为 ${known.map((one) => `${one}.json`).join('、')} 之一；要新建一个本校自己的资源，就写上 "title" 和 "x-resource"`,
});

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
