import type { OverlayVerdict } from '../check-overlay.ts';
import { isObject, own, type JsonObject } from '../json.ts';
import { ownBase } from '../own-resource.ts';
import type { Finding, OverlayProblem } from '../problem.ts';
import type { Base, EntitySchema } from '../types.ts';
import { mergeTenant, type Merging, type TenantSources } from './merge-tenant.ts';
import type { LayerName } from './queries/layers.ts';
import { coreBase, layerBase, validateFile, type TenantBase, type ValidationInput } from './tenant.ts';

/** A layer as a school would get it; without a document it is taken back. */
export interface LayerChange {
  entity: string;
  layer: LayerName;
  fromName: string;
  version: number;
  document: unknown;
}

/** What becomes of a school with a layer: nothing is stored where there are findings. */
export interface LayerOutcome {
  /** The entity before and after; undefined where the school does not have it. */
  was: EntitySchema | undefined;
  is: EntitySchema | undefined;
  findings: readonly Finding[];
  /** Titles of fields of the school that become one with fields of the layer. */
  joined: readonly string[];
  /** The school's own overlay without parts about fields that are gone; undefined where it stays as it is. */
  overlay?: JsonObject;
}

/** The base that a layer is drawn up on, and the result. */
export type LayerVerdict = OverlayVerdict & { base: Base };

/** Validates the last of several layers, each applied to the one before. */
export function validateLayer(
  input: ValidationInput,
  name: string,
  above: readonly unknown[],
  document: unknown,
  others: readonly string[],
): LayerVerdict {
  let upper: TenantBase | undefined;
  for (const layer of above) {
    const verdict = validateFile(input, name, layer, others, upper);
    if (!verdict.ok) return verdict;
    upper = layerBase(verdict.merged, verdict.schema, '');
  }
  return validateFile(input, name, document, others, upper);
}

/** An overlay without changes of fields that are not there, and that it does not declare itself. */
export function withoutOrphans(overlay: JsonObject, base: Base): JsonObject {
  const declared = own(overlay, 'properties');
  const properties = isObject(declared) ? declared : {};
  const isOrphan = (name: string) =>
    !Object.hasOwn(base.properties, name) && own(properties[name], 'type') === undefined;
  const kept = Object.entries(properties).filter(([name]) => !isOrphan(name));
  const has = (name: unknown) =>
    typeof name === 'string' && (Object.hasOwn(base.properties, name) || kept.some(([one]) => one === name));
  const required = own(overlay, 'required');
  return {
    ...overlay,
    ...(isObject(declared) && { properties: Object.fromEntries(kept) }),
    ...(Array.isArray(required) && { required: (required as unknown[]).filter(has) }),
  };
}

/** What a school has stored, with one layer changed. */
const withChange = (
  { accepted, published }: TenantSources,
  change: LayerChange,
  overlay: JsonObject | undefined,
): TenantSources => ({
  ...(accepted && { accepted: { recall: accepted.recall, remember: () => Promise.resolve() } }),
  ...(published && {
    published: {
      ...published,
      async layers(orgId) {
        const { inForce, changes } = await published.layers(orgId);
        const others = inForce.filter(({ entity, layer }) => entity !== change.entity || layer !== change.layer);
        const all = change.document === null ? others : [...others, change];
        return { inForce: all.toSorted((a, b) => (a.layer === b.layer ? 0 : a.layer === 'all' ? -1 : 1)), changes };
      },
      async latest(orgId) {
        const latest = await published.latest(orgId);
        const mine = latest.get(change.entity);
        return overlay && mine ? new Map([...latest, [change.entity, { ...mine, document: overlay }]]) : latest;
      },
    },
  }),
});

/** Field titles that a layer and the school declare both, each for itself. */
function joinedTitles(document: unknown, was: EntitySchema | undefined, before: readonly unknown[]): string[] {
  const declared = own(document, 'properties');
  if (!isObject(declared) || !was) return [];
  const isOld = (name: string) => before.some((layer) => isObject(own(own(layer, 'properties'), name)));
  return Object.keys(declared).flatMap((name) => {
    const field = was.properties[name];
    return field?.['x-tenant'] && own(declared[name], 'type') !== undefined && !isOld(name) ? [field.title] : [];
  });
}

/**
 * Merges everything of a school with one layer changed. What was in order before and would not be any more is a
 * finding: a layer never takes anything of a school out of force.
 *
 * @param now The entity and the problems of the school as they are
 */
export async function tryLayer(
  merging: Merging,
  sources: TenantSources,
  orgId: string,
  change: LayerChange,
  now: { was: EntitySchema | undefined; problems: readonly OverlayProblem[] },
): Promise<LayerOutcome> {
  const { entity, document } = change;
  const core = merging.input.core.entities.get(entity);
  const [stored, created, { inForce }] = await Promise.all([
    sources.published?.latest(orgId),
    sources.published?.own(orgId),
    sources.published?.layers(orgId) ?? { inForce: [] },
  ]);
  const { was } = now;
  if (
    !core &&
    document !== null &&
    (created?.has(entity) || merging.filesOf(orgId).some(({ name }) => name === entity))
  )
    return { was, is: was, joined: [], findings: [clash(entity)] };
  const first = await mergeTenant(merging, withChange(sources, change, undefined), orgId);
  const base = first.bases.get(entity) ?? (core && coreBase(core));
  const mine = stored?.get(entity)?.document;
  const kept = isObject(mine) ? withoutOrphans(mine, base?.merged ?? ownBase(entity)) : undefined;
  const overlay = kept && JSON.stringify(kept) !== JSON.stringify(mine) ? kept : undefined;
  const tenant = overlay ? await mergeTenant(merging, withChange(sources, change, overlay), orgId) : first;
  const known = new Set(now.problems.map(({ pointer, reason, entity: of }) => `${of} ${pointer} ${reason}`));
  const before = inForce.filter((one) => one.entity === entity).map((one) => one.document);
  return {
    was,
    is: tenant.entities.get(entity)?.schema ?? core,
    joined: joinedTitles(document, was, before),
    findings: [...tenant.problems, ...tenant.refused]
      .filter(({ pointer, reason, entity: of }) => !known.has(`${of} ${pointer} ${reason}`))
      // Without a base there is nothing to publish on, and what was published stays for its return.
      .filter(({ entity: of }) => base !== undefined || of !== entity)
      .map(({ pointer, reason, fix }) => ({ pointer, reason, fix })),
    ...(overlay && base && { overlay }),
  };
}

const clash = (entity: string): Finding => ({
  pointer: '',
  reason: `学校已经有自己的台账用了标识 ${entity}`,
  fix: '换一个标识，或者请学校先导出并删除它的台账',
});
