import { OPEN } from '../../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import { isObject, type JsonObject } from '../../../../platform/schema/json.ts';
import { OWN_AREA } from '../../../../platform/schema/own-resource.ts';
import type { Finding } from '../../../../platform/schema/problem.ts';
import type { Base, EntitySchema } from '../../../../platform/schema/types.ts';
import type * as contract from '../../layer-contract.ts';
import { layerSchoolsOf, layerVersionsOf } from './queries.ts';
import { schoolsOfKind } from './schools.ts';
import { ownNames, schoolEntities, schoolRolesThatMay, sentLayers, validateLayer } from './subject.ts';

const objectOf = (document: unknown): JsonObject => (isObject(document) ? document : {});
const findingsOf = (stored: unknown): Finding[] => (Array.isArray(stored) ? (stored as Finding[]) : []);

/** The base of a layer as an entity: one that the institution brings has no words of its own before its document. */
const groundOf = ({ title = '', 'x-resource': meta, ...base }: Base): EntitySchema => ({
  ...base,
  title,
  'x-resource': { ...meta, area: meta.area ?? OWN_AREA, label: meta.label ?? meta.id, help: meta.help ?? '' },
});

/** What an institution can send settings for: entities of schools, and the resources that it brings. */
export async function layerEntities(ctx: OrgContext): Promise<DataOf<typeof contract.layerEntities>> {
  const { orgId } = ctx.actor;
  const layers = await sentLayers(ctx.read, orgId);
  const [schools] = await ctx.read([layerSchoolsOf(orgId)]);
  const inForce = (entity: string) =>
    new Set(
      schools
        .filter((one) => one.entity === entity && one.state === 'done' && one.version > 0)
        .map(({ school_id }) => school_id),
    ).size;
  const own = ownNames(ctx, layers).map((entity) => {
    const document = layers.find((layer) => layer.entity === entity)?.document;
    return { entity, title: String(objectOf(document)['title'] ?? entity), own: true, schools: inForce(entity) };
  });
  const core = schoolEntities(ctx).map(({ $id, title }) => ({
    entity: $id,
    title,
    own: false,
    schools: inForce($id),
  }));
  const items = [...core, ...own];
  return { total: items.length, items };
}

/** A layer with what it is based on, and how far it has come at each school. @throws AppError PSY_NOT_FOUND */
export async function layerSubject(
  ctx: OrgContext,
  entity: string,
  kind: number,
): Promise<DataOf<typeof contract.layerSubject>> {
  const { orgId } = ctx.actor;
  const layers = await sentLayers(ctx.read, orgId);
  const [[latest], sent] = await ctx.read([layerVersionsOf(orgId, entity, kind).limit(1), layerSchoolsOf(orgId)]);
  const verdict = validateLayer(ctx, layers, { entity, kind }, objectOf(latest?.document));
  const ground = groundOf(verdict.base);
  const schools = await schoolsOfKind(ctx, kind);
  return {
    entity,
    version: latest?.version ?? 0,
    ...(latest && { published_at: latest.at }),
    ...(latest?.real_name && { published_by: latest.real_name }),
    ground,
    overlay: objectOf(latest?.document),
    schema: verdict.ok ? verdict.schema : ground,
    core: Object.keys(ground.properties),
    core_required: [...ground.required],
    roles: schoolRolesThatMay(ctx, ground, 'update'),
    readers: schoolRolesThatMay(ctx, ground, OPEN),
    schools: schools.map(({ id, name }) => {
      const one = sent.find((each) => each.entity === entity && each.kind === kind && each.school_id === id);
      return {
        school_id: id,
        school_name: name,
        ...(one && { version: one.version, state: one.state }),
        findings: findingsOf(one?.findings),
      };
    }),
  };
}

/** Versions of a layer, the latest first. */
export async function layerVersions(
  ctx: OrgContext,
  entity: string,
  kind: number,
): Promise<DataOf<typeof contract.layerVersions>> {
  const { orgId } = ctx.actor;
  const layers = await sentLayers(ctx.read, orgId);
  const [versions] = await ctx.read([layerVersionsOf(orgId, entity, kind)]);
  const items = versions.map(({ version, note, at, real_name, document }) => {
    const verdict = validateLayer(ctx, layers, { entity, kind }, document);
    return {
      version,
      note,
      published_at: at,
      ...(real_name !== null && { published_by: real_name }),
      overlay: objectOf(document),
      ...(verdict.ok && { schema: verdict.schema }),
    };
  });
  return { total: items.length, items };
}
