import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { inTransaction } from '../../../../platform/context/server/make-context.ts';
import { orgById } from '../../../../platform/context/server/queries/orgs.ts';
import type { JobContext, JobKind } from '../../../../platform/jobs/server/kinds.ts';
import { contextFor } from '../../../../platform/jobs/server/requester.ts';
import { keepInStep } from '../../../../platform/resources/server/keep-values.ts';
import type { Finding } from '../../../../platform/schema/problem.ts';
import { SCHEMA_TOPIC } from '../../../../platform/schema/server/follow.ts';
import type { LayerChange } from '../../../../platform/schema/server/layers.ts';
import { layersOf, putLayer, type LayerName } from '../../../../platform/schema/server/queries/layers.ts';
import {
  insertVersion,
  lockPublishing,
  markTenant,
  versionsOf,
} from '../../../../platform/schema/server/queries/published-overlays.ts';
import { ALL_SCHOOLS } from '../../layer-contract.ts';
import { layerEffect } from './layer-effect.ts';
import { layerVersionsOf, noteOutcome, waitingSchools } from './queries.ts';
import { atSchool, schoolsOfKind, type School } from './schools.ts';

export const SENDING = 'schema-layer';
const LEASE_MS = 60_000;

/** The layer of a school that a kind of layer of its institution is. */
export const layerNameOf = (kind: number): LayerName => (kind === ALL_SCHOOLS ? 'all' : 'kind');

/**
 * Brings one school to a layer, in a transaction of the school. Nothing is stored where something of the school would
 * no longer be in force.
 */
async function apply(ctx: OrgContext, from: string, school: School, change: LayerChange): Promise<readonly Finding[]> {
  const at = atSchool(ctx, school);
  const { schemas, state } = ctx.services;
  await schemas.refresh(school.id);
  return at.transaction(async (tx) => {
    await tx.run(lockPublishing(school.id));
    const present = (await tx.run(layersOf(school.id))).find(
      ({ entity, layer }) => entity === change.entity && layer === change.layer,
    );
    const isThere =
      change.document === null
        ? (present?.document ?? null) === null
        : present?.document !== null && present?.from_org === from && present.version === change.version;
    if (isThere) return [];
    const { outcome, convertAll } = await layerEffect(inTransaction(at, tx), change);
    if (outcome.findings.length > 0) return outcome.findings;
    await convertAll(tx);
    await tx.run(
      putLayer({
        org_id: school.id,
        entity: change.entity,
        layer: change.layer,
        from_org: from,
        from_name: change.fromName,
        version: change.version,
        document: change.document === null ? null : JSON.stringify(change.document),
        changed_at: at.nowIso(),
      }),
    );
    await tx.run(markTenant(school.id));
    if (outcome.overlay) await publishRest(at, tx, change, outcome.overlay);
    await audit(tx, at, {
      act: change.document === null ? 'recall' : 'publish',
      resource: 'schema',
      rowId: change.entity,
      rowLabel: `${(outcome.is ?? outcome.was)?.title ?? change.entity}（${change.fromName}下发）`,
      after: { version: change.version },
    });
    tx.afterCommit(async () => {
      await schemas.refresh(school.id);
      await state.publish(SCHEMA_TOPIC, school.id);
    });
    await keepInStep(tx, at.services, school.id);
    return [];
  });
}

/** Publishes the school's own overlay without what it had changed of fields that are gone. */
async function publishRest(
  at: OrgContext,
  tx: Parameters<Parameters<OrgContext['transaction']>[0]>[0],
  { entity, fromName }: LayerChange,
  overlay: object,
): Promise<void> {
  const { orgId } = at.actor;
  const [latest] = await tx.run(versionsOf(orgId, entity).limit(1));
  await tx.run(
    insertVersion({
      org_id: orgId,
      entity,
      version: (latest?.version ?? 0) + 1,
      document: JSON.stringify(overlay),
      note: `${fromName}的设置改变，去掉了对其中字段的修改`,
      user_id: at.caller.userId,
      at: at.nowIso(),
    }),
  );
}

/** A school that was brought to its layer before a run died is found there by the next one. */
async function run(context: JobContext): Promise<void> {
  const { job, services, signal, tenant } = context;
  const orgId = tenant.orgId ?? '';
  const { requester } = await context.request();
  const ctx = await contextFor(services, orgId, requester);
  const [[org], waiting] = await ctx.read([orgById(orgId), waitingSchools(orgId, job.subject)]);
  const schools = await schoolsOfKind(ctx, ALL_SCHOOLS);
  for (const { entity, kind, school_id, version } of waiting) {
    signal.throwIfAborted();
    const school = schools.find(({ id }) => id === school_id);
    const [versions] = await ctx.read([layerVersionsOf(orgId, entity, kind)]);
    const document = version === 0 ? null : versions.find((one) => one.version === version)?.document;
    const change = {
      entity,
      layer: layerNameOf(kind),
      fromName: org?.org_name ?? '',
      version,
      document: document ?? null,
    };
    const findings = school ? await apply(ctx, orgId, school, change) : [LEFT];
    const state = findings.length > 0 ? 'refused' : 'done';
    await context.commit((tx) =>
      tx.run(noteOutcome({ org_id: orgId, entity, kind, school_id, version }, state, JSON.stringify(findings))),
    );
  }
}

const LEFT: Finding = { pointer: '', reason: '学校已经不属于本机构', fix: '不需要处理' };

export const layerJob: JobKind = {
  name: SENDING,
  slots: 2,
  leaseMs: LEASE_MS,
  maxAttempts: 5,
  maxCrashes: 5,
  run,
};
