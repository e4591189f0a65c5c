import { setTimeout as wait } from 'node:timers/promises';
import type { Services } from '../../context/server/services.ts';
import type { Tx } from '../../db/server/database.ts';
import type { JobContext, JobKind } from '../../jobs/server/kinds.ts';
import { tenantChore } from '../../jobs/server/tenant-chore.ts';
import { isoTime } from '../../runtime/server/clock.ts';
import { isGuarded, keptFields, keptKey, type KeptField } from '../../schema/kept-fields.ts';
import { SHARED_TABLE } from '../../schema/own-resource.ts';
import { SCHEMA_TOPIC } from '../../schema/server/follow.ts';
import type { RowFieldsTable } from '../../schema/server/queries/kept-fields.ts';
import type { EntitySchema } from '../../schema/types.ts';
import * as store from './queries/rows/row-values.ts';
import { targetOf } from './queries/rows/write.ts';

/** The kind of job that brings the kept values of a tenant in step with its schemas. */
const KEEPING = 'row-values';
const MINUTE_MS = 60_000;
/** Rows per transaction: their writers wait for so long. */
const BATCH = 1000;
/** Batches of one run; then other tenants have their turn. */
const BATCHES = 100;
const DROPPED_AT_ONCE = 5000;
/** How long processes may still read a field that is no longer used: longer than any of them misses a publication. */
const LEAVING_MS = 10 * MINUTE_MS;
/** Waiting for transactions that do not know a field yet. */
const LOOKS = 40;
const LOOK_MS = 50;
const LATER_MS = 2000;

type Field = RowFieldsTable;
const identity = ({ entity, ...field }: KeptField & { entity: string }) => `${entity} ${keptKey(field)}`;

/** The fields whose values the schemas of a tenant want to be kept. */
const wantedFields = ({ schemas }: Pick<Services, 'schemas'>, orgId: string): store.FieldOfEntity[] =>
  Object.values(schemas.all(orgId).resources)
    .filter(({ 'x-resource': { table } }) => store.KEPT_TABLES.has(table))
    .flatMap((schema) => keptFields(schema).map((field) => ({ entity: schema.$id, ...field })));

/** Whether a field of an entity has no kept values yet, so that filters and sorting read every row. */
export const isStillFilling = (
  { kept }: Pick<Services['schemas'], 'kept'>,
  orgId: string,
  schema: EntitySchema,
): boolean =>
  store.KEPT_TABLES.has(schema['x-resource'].table) &&
  keptFields(schema).some((field) => !kept(orgId, schema.$id)?.has(keptKey(field)));

interface Plan {
  added: store.FieldOfEntity[];
  back: Field[];
  leaving: Field[];
  /** Of which nothing may be kept any longer: the schema masks or encrypts them now. */
  gone: Field[];
}

function planOf({ schemas }: Pick<Services, 'schemas'>, orgId: string, present: readonly Field[]): Plan {
  const wanted = new Map(wantedFields({ schemas }, orgId).map((field) => [identity(field), field]));
  const current = present.filter(({ state }) => state !== 'gone');
  const known = new Set(current.map(identity));
  const { resources } = schemas.all(orgId);
  const guarded = (field: Field) => {
    const now = resources[field.entity]?.properties[field.name];
    return now !== undefined && isGuarded(now);
  };
  const unwanted = current.filter((field) => !wanted.has(identity(field)));
  return {
    added: [...wanted].filter(([key]) => !known.has(key)).map(([, field]) => field),
    back: current.filter((field) => field.state === 'leaving' && wanted.has(identity(field))),
    leaving: unwanted.filter((field) => field.state !== 'leaving' && !guarded(field)),
    gone: unwanted.filter(guarded),
  };
}

const isInStep = ({ added, back, leaving, gone }: Plan): boolean =>
  [added, back, leaving, gone].every((part) => part.length === 0);

const presentFields = async ({ db }: Pick<Services, 'db'>, orgId: string): Promise<Field[]> =>
  (await db.read({ orgId, userId: null }, [store.rowFields(orgId)]))[0];

/** Lets every process read the schemas of the tenant again, with the fields that are ready. */
async function announce({ schemas, state }: Services, orgId: string): Promise<void> {
  await schemas.refresh(orgId);
  await state.publish(SCHEMA_TOPIC, orgId);
}

async function follow(context: JobContext, orgId: string): Promise<void> {
  const { services } = context;
  const now = services.clock.now();
  const at = isoTime(now);
  const plan = planOf(services, orgId, await presentFields(services, orgId));
  if (isInStep(plan)) return;
  const { added, back, leaving, gone } = plan;
  await context.commit(async (tx) => {
    if (added.length > 0) await tx.run(store.addFields(orgId, added, at, now));
    for (const [fields, state] of [
      [back, 'filling'],
      [leaving, 'leaving'],
      [gone, 'gone'],
    ] as const)
      for (const { field_no, state: was } of fields) await tx.run(store.setState(orgId, [field_no], was, state, at));
  });
  if (leaving.length + gone.length > 0) await announce(services, orgId);
}

/**
 * Waits until the transactions that write the table now have ended: their triggers may not know what was just
 * committed. It takes no lock, so that no other writer has to wait.
 *
 * @returns false where one of them takes longer
 */
async function writersEnded({ services: { db }, signal, tenant }: JobContext, table: string): Promise<boolean> {
  const look = async () => (await db.read(tenant, [store.writersOf(table)]))[0].map(({ tx }) => tx);
  const first = new Set(await look());
  for (let i = 0; first.size > 0 && i < LOOKS; i++) {
    if (!(await look()).some((tx) => first.has(tx))) return true;
    await wait(LOOK_MS, undefined, { signal });
  }
  return first.size === 0;
}

type Outcome = 'done' | 'again' | 'later';

/** Adds the entries of all rows of one entity from before its fields were kept. */
async function fill(context: JobContext, orgId: string, entity: string, fields: readonly Field[]): Promise<Outcome> {
  const { services, signal } = context;
  const schema = services.schemas.all(orgId).resources[entity];
  if (!schema) return 'done';
  const target = targetOf(schema['x-resource'], services.resources.hooksFor(schema).table);
  if (!(await writersEnded(context, target.table))) return 'later';
  const numbers = fields.map(({ field_no }) => field_no);
  let done = 0;
  let after = '';
  for (let i = 0; i < BATCHES; i++) {
    signal.throwIfAborted();
    const [found] = await context.commit((tx) => tx.run(store.fillRows(target, orgId, numbers, after, BATCH)));
    if (found?.last) {
      after = found.last;
      done += found.rows;
      context.progress(done);
      continue;
    }
    const [[left]] = await services.db.read(context.tenant, [store.lacksRows(target, orgId, numbers)]);
    if (!left?.lacks) return 'done';
    if (after === '') return 'later';
    after = '';
  }
  return 'again';
}

/** Removes the values of fields that are no longer kept. */
async function clear(context: JobContext, orgId: string, fields: readonly Field[]): Promise<Outcome> {
  const { resources } = context.services.schemas.all(orgId);
  for (const { entity, field_no } of fields) {
    // Rows of a resource that is gone were in the shared table.
    const table = resources[entity]?.['x-resource'].table ?? SHARED_TABLE;
    if (!(await writersEnded(context, table))) return 'later';
    for (let dropped = DROPPED_AT_ONCE; dropped === DROPPED_AT_ONCE;) {
      context.signal.throwIfAborted();
      dropped = await context.commit((tx) => tx.run(store.dropValues(orgId, field_no, DROPPED_AT_ONCE)));
    }
    await context.commit((tx) => tx.run(store.forgetField(orgId, field_no)));
  }
  return 'done';
}

async function run(context: JobContext): ReturnType<JobKind['run']> {
  const { services, tenant } = context;
  const orgId = tenant.orgId ?? '';
  const { clock } = services;
  const later = { at: isoTime(clock.now() + LATER_MS) };
  await follow(context, orgId);
  const filling = (await presentFields(services, orgId)).filter(({ state }) => state === 'filling');
  for (const entity of new Set(filling.map((field) => field.entity))) {
    const fields = filling.filter((field) => field.entity === entity);
    const outcome = await fill(context, orgId, entity, fields);
    if (outcome !== 'done') return outcome === 'again' ? 'again' : later;
    const numbers = fields.map(({ field_no }) => field_no);
    const at = isoTime(clock.now());
    await context.commit((tx) => tx.run(store.setState(orgId, numbers, 'filling', 'ready', at)));
    await announce(services, orgId);
  }
  const leaving = (await presentFields(services, orgId)).filter(({ state }) => state === 'leaving');
  const over = clock.now() - LEAVING_MS;
  for (const { field_no } of leaving.filter(({ since }) => Date.parse(since) <= over))
    await context.commit((tx) => tx.run(store.setState(orgId, [field_no], 'leaving', 'gone', isoTime(clock.now()))));
  const present = await presentFields(services, orgId);
  const gone = present.filter(({ state }) => state === 'gone');
  if ((await clear(context, orgId, gone)) === 'later') return later;
  const waiting = present.filter(({ state }) => state === 'leaving').map(({ since }) => Date.parse(since));
  return waiting.length > 0 ? { at: isoTime(Math.min(...waiting) + LEAVING_MS) } : undefined;
}

/** Brings the kept values of one tenant in step with its schemas. */
export const keepValuesJob: JobKind = {
  name: KEEPING,
  slots: 2,
  leaseMs: MINUTE_MS,
  maxAttempts: 20,
  maxCrashes: 20,
  run,
};

/**
 * Adds the job to a transaction that changes the schemas of a tenant. It begins with the next poll of a serving
 * process: commands publish too, and end at once.
 */
export const keepInStep = (tx: Tx, { jobs }: Pick<Services, 'jobs'>, orgId: string): Promise<void> =>
  jobs.add(tx, { kind: KEEPING, orgId, subject: 'fields' });

/** Follows what no publication tells of: files, layers that were sent, and jobs that were given up. */
export const keptInStepChore = tenantChore('row-values-in-step', 10 * MINUTE_MS, async (services, orgId) => {
  const present = await presentFields(services, orgId);
  const isDone = isInStep(planOf(services, orgId, present)) && present.every(({ state }) => state === 'ready');
  if (isDone) return 0;
  await services.db.transaction({ orgId, userId: null }, (tx) => keepInStep(tx, services, orgId));
  return 1;
});
