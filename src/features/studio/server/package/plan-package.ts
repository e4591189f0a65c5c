import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { ORG_TYPE } from '../../../../platform/identity/identity.ts';
import { countOf } from '../../../../platform/resources/server/queries/rows/read.ts';
import { resolveResource } from '../../../../platform/resources/server/reading.ts';
import { differences } from '../../../../platform/schema/compare.ts';
import { sameValue, type JsonObject } from '../../../../platform/schema/json.ts';
import { isOwn } from '../../../../platform/schema/own-resource.ts';
import { overlayTo, type SchemaPackage } from '../../../../platform/schema/package.ts';
import type { Finding } from '../../../../platform/schema/problem.ts';
import { versionOf } from '../../../../platform/schema/server/entity.ts';
import { ownResourcesOf } from '../../../../platform/schema/server/queries/published-overlays.ts';
import { unitOf, type EntitySchema } from '../../../../platform/schema/types.ts';
import type { Impact } from '../../contract.ts';
import type { PackagePlan } from '../../package-contract.ts';
import { previewImpact } from '../publish-schema.ts';
import { subject, subjects } from '../studio-subjects.ts';

/** What a package does with one entity; `overlay` is what would be published, `document` what would be created. */
export type PlannedItem = PackagePlan['items'][number] & { overlay?: JsonObject; document?: JsonObject };
export interface PlannedPackage {
  items: readonly PlannedItem[];
  kept: readonly string[];
  skipped: readonly string[];
  seen: string;
}

interface Planning {
  ctx: OrgContext;
  /** Entities that the organisation works with. */
  known: ReadonlyMap<string, EntitySchema>;
  /** New resources of the package. */
  alongside: readonly string[];
}

type Named = Pick<PlannedItem, 'entity' | 'title'>;

const refused = (named: Named, findings: readonly Finding[]): PlannedItem => ({
  ...named,
  kind: 'refused',
  differences: [],
  findings: [...findings],
});
const refusedFor = (named: Named, reason: string, fix: string) => refused(named, [{ pointer: '', reason, fix }]);

/** A change of an entity that the organisation has, with its effect on rows. */
async function changed(
  { ctx, alongside }: Planning,
  named: Named,
  kind: 'change' | 'undo',
  overlay: JsonObject,
  is: EntitySchema,
): Promise<PlannedItem> {
  const one = subject(ctx, named.entity);
  const impact: Impact = await previewImpact(ctx, one, overlay, alongside);
  return { ...named, kind, differences: differences(one.schema, is), impact, findings: [], overlay };
}

/** What the package does with an entity that it has; undefined where nothing would change. */
async function planEntity(planning: Planning, entity: string, document: JsonObject): Promise<PlannedItem | undefined> {
  const { ctx, known, alongside } = planning;
  const { schemas } = ctx.services;
  const { orgId, orgType } = ctx.actor;
  const title = typeof document['title'] === 'string' ? document['title'] : (known.get(entity)?.title ?? entity);
  const named = { entity, title };
  const isCreated = alongside.includes(entity);
  const verdict = schemas.validateFile(orgId, entity, document, alongside);
  if (!verdict.ok) return refused(named, verdict.findings);
  if (isCreated) {
    if (orgType !== ORG_TYPE.school) return refusedFor(named, '只有学校能有自己的资源', '从包里删去它，或者在学校使用');
    const before = { ...verdict.schema, properties: {}, required: [] };
    return { ...named, kind: 'create', differences: differences(before, verdict.schema), findings: [], document };
  }
  if (sameValue({ ...schemas.mergedOf(orgId, entity) }, { ...verdict.merged })) return undefined;
  const overlay = overlayTo(schemas.baseOf(orgId, entity), verdict.merged);
  const again = schemas.validateOverlay(orgId, entity, overlay, alongside);
  return again.ok ? changed(planning, named, 'change', overlay, again.schema) : refused(named, again.findings);
}

/** Returns an entity that the package does not have to what files and product make of it, or removes it. */
async function planUndo(planning: Planning, schema: EntitySchema, isCreated: boolean): Promise<PlannedItem> {
  const { ctx } = planning;
  const named = { entity: schema.$id, title: schema.title };
  if (!isCreated) {
    const verdict = ctx.services.schemas.validateOverlay(ctx.actor.orgId, schema.$id, {});
    return verdict.ok ? changed(planning, named, 'undo', {}, verdict.schema) : refused(named, verdict.findings);
  }
  const { rows } = resolveResource(ctx, schema.$id, subject(ctx, schema.$id).hooks);
  const [[count]] = await ctx.read([countOf({ ...rows, scope: { kind: 'all' } }, { filters: [] })]);
  const total = Number(count?.['total'] ?? 0);
  if (total > 0)
    return refusedFor(
      named,
      `包里没有${schema.title}，它却还有 ${total} ${unitOf(schema)}记录`,
      '先导出并删除这些记录，或者不还原包里没有的设置',
    );
  const after = { ...schema, properties: {}, required: [] };
  return { ...named, kind: 'remove', differences: differences(schema, after), findings: [] };
}

/**
 * What a package would change of the organisation's schemas. Empty where it has been applied already.
 *
 * @param exact Whether changes of entities that the package does not have are undone
 */
export async function planPackage(ctx: OrgContext, entities: SchemaPackage, exact: boolean): Promise<PlannedPackage> {
  const {
    actor: { orgId },
    services: { schemas },
  } = ctx;
  const known = new Map(subjects(ctx).map((schema) => [schema.$id, schema]));
  const core = new Set(schemas.core().map(({ $id }) => $id));
  const alongside = Object.keys(entities).filter((name) => !known.has(name) && !core.has(name));
  const unused = (name: string) => core.has(name) && !known.has(name);
  const planning: Planning = { ctx, known, alongside };
  const items: PlannedItem[] = [];
  for (const [entity, document] of Object.entries(entities)) {
    if (unused(entity)) continue;
    const item = await planEntity(planning, entity, document);
    if (item) items.push(item);
  }
  const [made] = await ctx.read([ownResourcesOf(orgId)]);
  const created = new Set(made.map(({ entity }) => entity));
  const beyond = [...known.values()].filter(
    ({ $id, ...schema }) =>
      !Object.hasOwn(entities, $id) &&
      ((isOwn(schema) && created.has($id)) ||
        !sameValue({ ...schemas.mergedOf(orgId, $id) }, { ...schemas.baseOf(orgId, $id) })),
  );
  if (exact) for (const schema of beyond) items.push(await planUndo(planning, schema, created.has(schema.$id)));
  return {
    items,
    kept: exact ? [] : beyond.map(({ title }) => title),
    skipped: Object.keys(entities)
      .filter(unused)
      .map((name) => schemas.entity(orgId, name).schema.title),
    seen: versionOf(JSON.stringify(items)),
  };
}

/** A plan as it is answered. */
export const shownPlan = ({ items, kept, skipped, seen }: PlannedPackage): PackagePlan => ({
  items: items.map(({ overlay: _, document: __, ...item }) => item),
  kept: [...kept],
  skipped: [...skipped],
  seen,
});
