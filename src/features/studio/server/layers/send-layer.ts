import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { orgById } from '../../../../platform/context/server/queries/orgs.ts';
import type { BodyOf, DataOf } from '../../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Requester } from '../../../../platform/jobs/server/jobs.ts';
import { isObject, sameValue, type JsonObject } from '../../../../platform/schema/json.ts';
import { lockPublishing } from '../../../../platform/schema/server/queries/published-overlays.ts';
import type { EntitySchema } from '../../../../platform/schema/types.ts';
import {
  ALL_SCHOOLS,
  type layerCreate,
  type layerPreview,
  type layerPublish,
  type layerTakeBack,
} from '../../layer-contract.ts';
import { firstDocument } from '../create-resource.ts';
import { layerEffect } from './layer-effect.ts';
import { layerNameOf, SENDING } from './layer-job.ts';
import { aimSchools, insertLayerVersion, layerVersionsOf } from './queries.ts';
import { atSchool, requireSchools, type School } from './schools.ts';
import { ownNames, schoolEntities, sentLayers, validateLayer } from './subject.ts';

const RESOURCE = 'schema';

/** @throws AppError PSY_INVALID_INPUT with all findings */
async function requireValid(
  ctx: OrgContext,
  read: Tx['batch'],
  entity: string,
  kind: number,
  overlay: JsonObject,
): Promise<EntitySchema> {
  const verdict = validateLayer(ctx, await sentLayers(read, ctx.actor.orgId), { entity, kind }, overlay);
  if (verdict.ok) return verdict.schema;
  throw new AppError('PSY_INVALID_INPUT', {
    details: verdict.findings.map(({ pointer, reason, fix }) => ({
      field: `/overlay${pointer}`,
      message: `${reason}。${fix}`,
    })),
  });
}

/** What a layer, or taking it back, changes at schools. @throws AppError PSY_INVALID_INPUT */
export async function previewLayer(
  ctx: OrgContext,
  entity: string,
  { kind, overlay, school_ids }: BodyOf<typeof layerPreview>,
): Promise<DataOf<typeof layerPreview>> {
  const schools = await requireSchools(ctx, kind, school_ids);
  const [[org]] = await ctx.read([orgById(ctx.actor.orgId)]);
  if (overlay) await requireValid(ctx, ctx.read, entity, kind, overlay);
  const change = {
    entity,
    layer: layerNameOf(kind),
    fromName: org?.org_name ?? '',
    version: 0,
    document: overlay ?? null,
  };
  const items = [];
  for (const school of schools) {
    const { outcome, differences, impact } = await layerEffect(atSchool(ctx, school), change);
    items.push({
      school_id: school.id,
      school_name: school.name,
      differences,
      ...(impact && { impact }),
      joined: [...outcome.joined],
      findings: [...outcome.findings],
    });
  }
  return { total: items.length, items };
}

/** What a use case sends, and for whom. */
interface Sending {
  entity: string;
  kind: number;
  /** 0 takes the layer back. */
  version: number;
  schools: readonly School[];
  by: Requester;
}

/** Aims schools at a version, and lets a job bring each of them there. */
async function sendTo(ctx: OrgContext, tx: Tx, { entity, kind, version, schools, by }: Sending): Promise<void> {
  const {
    actor: { orgId },
    services: { jobs },
  } = ctx;
  const at = ctx.nowIso();
  await tx.run(aimSchools(schools.map(({ id }) => ({ org_id: orgId, entity, kind, school_id: id, version, at }))));
  await jobs.add(tx, { kind: SENDING, orgId, subject: entity, request: { requester: by } });
  tx.afterCommit(() => jobs.wake(SENDING));
}

/**
 * Sends a layer to the chosen schools of the caller's institution; an unchanged layer keeps its version. What it would
 * take out of force at a school is a finding there, and the school keeps what it has.
 *
 * @throws AppError PSY_INVALID_INPUT; PSY_CONFLICT where another person sent one first
 */
export async function publishLayer(
  ctx: OrgContext,
  tx: Tx,
  entity: string,
  { kind, overlay, version, school_ids, note = '' }: BodyOf<typeof layerPublish>,
  by: Requester,
): Promise<{ version: number }> {
  const {
    actor: { orgId },
    caller: { userId },
  } = ctx;
  const schools = await requireSchools(ctx, kind, school_ids);
  await tx.run(lockPublishing(orgId));
  const schema = await requireValid(ctx, tx.batch.bind(tx), entity, kind, overlay);
  const [latest] = await tx.run(layerVersionsOf(orgId, entity, kind).limit(1));
  if ((latest?.version ?? 0) !== version)
    throw new AppError('PSY_CONFLICT', {
      message: `${latest?.real_name ?? '他人'}刚刚下发了第 ${latest?.version ?? 0} 版，请先载入最新版再下发`,
    });
  const isNew = !latest || !sameValue(isObject(latest.document) ? latest.document : {}, overlay);
  const next = isNew ? version + 1 : version;
  if (isNew)
    await tx.run(
      insertLayerVersion({
        org_id: orgId,
        entity,
        kind,
        version: next,
        document: JSON.stringify(overlay),
        note,
        user_id: userId,
        at: ctx.nowIso(),
      }),
    );
  await sendTo(ctx, tx, { entity, kind, version: next, schools, by });
  await audit(tx, ctx, {
    act: 'send',
    resource: RESOURCE,
    rowId: entity,
    rowLabel: `${schema.title}第 ${next} 版`,
    after: { version: next, ...(note !== '' && { note }), school_name: schools.map(({ name }) => name).join('、') },
  });
  return { version: next };
}

/** Takes a layer back from schools; what is stored in its fields stays. @throws AppError PSY_INVALID_INPUT */
export async function takeLayerBack(
  ctx: OrgContext,
  tx: Tx,
  entity: string,
  { kind, school_ids }: BodyOf<typeof layerTakeBack>,
  by: Requester,
): Promise<{ schools: number }> {
  const schools = await requireSchools(ctx, kind, school_ids);
  await tx.run(lockPublishing(ctx.actor.orgId));
  const [latest] = await tx.run(layerVersionsOf(ctx.actor.orgId, entity, kind).limit(1));
  if (!latest) throw new AppError('PSY_NOT_FOUND');
  await sendTo(ctx, tx, { entity, kind, version: 0, schools, by });
  await audit(tx, ctx, {
    act: 'recall',
    resource: RESOURCE,
    rowId: entity,
    rowLabel: entity,
    after: { school_name: schools.map(({ name }) => name).join('、') },
  });
  return { schools: schools.length };
}

/** Adds a resource that the institution brings to its schools, not sent yet. @throws AppError PSY_CONFLICT */
export async function createLayer(
  ctx: OrgContext,
  tx: Tx,
  request: BodyOf<typeof layerCreate>,
): Promise<{ entity: string }> {
  const { entity } = request;
  const { orgId } = ctx.actor;
  await tx.run(lockPublishing(orgId));
  const layers = await sentLayers(tx.batch.bind(tx), orgId);
  const core = ctx.services.schemas.core().map(({ $id }) => $id);
  if ([...core, ...ownNames(ctx, layers), ...schoolEntities(ctx).map(({ $id }) => $id)].includes(entity))
    throw new AppError('PSY_CONFLICT', {
      message: '已经有这个标识的资源',
      details: [{ field: '/entity', message: '已经有这个标识的资源，请换一个' }],
    });
  const document = firstDocument(request);
  const verdict = ctx.services.schemas.validateLayer(entity, [], document, [entity]);
  if (!verdict.ok)
    throw new AppError('PSY_INVALID_INPUT', {
      details: verdict.findings.map(({ reason, fix }) => ({ field: '/entity', message: `${reason}。${fix}` })),
    });
  await tx.run(
    insertLayerVersion({
      org_id: orgId,
      entity,
      kind: ALL_SCHOOLS,
      version: 1,
      document: JSON.stringify(document),
      note: '',
      user_id: ctx.caller.userId,
      at: ctx.nowIso(),
    }),
  );
  await audit(tx, ctx, { act: 'create', resource: RESOURCE, rowId: entity, rowLabel: verdict.schema.title });
  return { entity };
}
