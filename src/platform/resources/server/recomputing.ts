import type { OrgContext } from '../../context/server/context.ts';
import type { Services } from '../../context/server/services.ts';
import type { Tx } from '../../db/server/database.ts';
import type { JobContext, JobKind } from '../../jobs/server/kinds.ts';
import { isoTime } from '../../runtime/server/clock.ts';
import { relatedIn } from '../../schema/relations.ts';
import { lockSchemas, versionInForce } from '../../schema/server/queries/published-overlays.ts';
import { SchemaMoved } from '../../schema/server/under-schema.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { dayOf } from '../../schema/wall-clock.ts';
import type { RowsOf } from './queries/rows/read.ts';
import { recomputeReferring } from './recompute-rows.ts';

/** The kind of job that computes rows again after rows that they refer to have changed. */
const RECOMPUTING = 'related-values';
/** Of more changed rows, all that refer to the entity are computed in one job. */
const FEW = 20;

type Changed = Pick<OrgContext, 'actor' | 'services'>;

/** The schemas whose computed fields take values from rows of an entity, and which fields these are. */
function usersOf({ schemas }: Pick<Services, 'schemas'>, orgId: string, entity: string) {
  return Object.values(schemas.all(orgId).resources).flatMap((schema) => {
    const of = relatedIn(schema).flatMap((one) => (one.entity === entity ? [one.of] : []));
    return of.length > 0 ? [{ schema, of }] : [];
  });
}

async function addJobs(tx: Tx, { actor: { orgId }, services: { jobs } }: Changed, subjects: readonly string[]) {
  for (const subject of subjects) await jobs.add(tx, { kind: RECOMPUTING, orgId, subject });
  if (subjects.length > 0) tx.afterCommit(() => jobs.wake(RECOMPUTING));
}

/** Computes what was computed from changed rows again, after the transaction that changes them. */
export async function recomputeFrom(
  tx: Tx,
  ctx: Changed,
  entity: string,
  rows: readonly { id: string; changed: readonly string[] }[],
): Promise<void> {
  const used = new Set(usersOf(ctx.services, ctx.actor.orgId, entity).flatMap(({ of }) => of));
  const touched = used.size === 0 ? [] : rows.filter(({ changed }) => changed.some((name) => used.has(name)));
  await addJobs(tx, ctx, touched.length > FEW ? [entity] : touched.map(({ id }) => `${entity}/${id}`));
}

/**
 * The same for a publication: what other resources compute from this one, whose values it may have changed, and what it
 * computes from others, which may have changed meanwhile.
 */
export async function recomputeRelated(tx: Tx, ctx: Changed, draft: EntitySchema): Promise<void> {
  const isUsed = usersOf(ctx.services, ctx.actor.orgId, draft.$id).length > 0;
  const entities = [...(isUsed ? [draft.$id] : []), ...relatedIn(draft).map(({ entity }) => entity)];
  await addJobs(tx, ctx, [...new Set(entities)]);
}

/** The rows of a schema, of every scope. */
function allRows({ clock, resources, schemas }: Services, orgId: string, schema: EntitySchema): RowsOf {
  const now = clock.now();
  const { version } = schemas.entity(orgId, schema.$id);
  const { table } = resources.hooksFor(schema);
  const reader = { orgId, userId: '', roleGroup: '', today: dayOf(now), now: isoTime(now), opens: [] };
  return { ...reader, schema, version, table, scope: { kind: 'all' } };
}

/** Runs transactions while a schema is in force. They throw SchemaMoved after the next publication; the job runs again. */
function underVersion(context: JobContext, orgId: string, name: string) {
  const version = context.services.schemas.published(orgId, name);
  return (work: (tx: Tx) => Promise<string>): Promise<string> =>
    context.commit(async (tx) => {
      const [, [inForce]] = await tx.batch([lockSchemas(orgId), versionInForce(orgId, name)]);
      if ((inForce?.version ?? 0) !== version) throw new SchemaMoved();
      return work(tx);
    });
}

export const recomputeJob: JobKind = {
  name: RECOMPUTING,
  slots: 1,
  leaseMs: 60_000,
  maxAttempts: 8,
  maxCrashes: 5,
  async run(context) {
    const { services, job, tenant } = context;
    const orgId = tenant.orgId ?? '';
    const [entity = '', id] = job.subject.split('/');
    const now = services.clock.now();
    const moment = { today: dayOf(now), now: isoTime(now), me: '' };
    // The publication that added the job may be unknown here.
    await services.schemas.refresh(orgId);
    for (const { schema } of usersOf(services, orgId, entity)) {
      const rows = allRows(services, orgId, schema);
      await recomputeReferring(underVersion(context, orgId, schema.$id), rows, entity, id, moment);
    }
  },
};
