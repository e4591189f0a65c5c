import type { Services } from '../../../platform/context/server/services.ts';
import { tenantChore } from '../../../platform/jobs/server/tenant-chore.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import type { Automation, AutomationTrigger } from '../../../platform/schema/automations.ts';
import { dayAfter, momentOf } from '../../../platform/schema/days.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import * as store from './queries.ts';
import { addRuns } from './schedule.ts';

const MINUTE_MS = 60_000;
const EVERY_MS = 5 * MINUTE_MS;
/** How long ago a moment may be: what a stopped server has missed is made up for, no more. */
const LATE_MS = 24 * 60 * MINUTE_MS;
const KEPT_DAYS = 90;
/**
 * How many days after it was due a row that keeps its state may start a run. Less than runs are kept: a forgotten run
 * would start again.
 */
const STAY_DAYS = KEPT_DAYS - 2;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Rows of one automation at a time; the next time takes the others. */
const AT_ONCE = 200;

type DateTrigger = Extract<AutomationTrigger, { on: 'date' }>;
type StayTrigger = Extract<AutomationTrigger, { on: 'stay' }>;
type Dated = Automation & { when: DateTrigger };
type Staying = Automation & { when: StayTrigger };
type Timed = Dated | Staying;

const isStaying = (one: Timed): one is Staying => one.when.on === 'stay';

/** The texts between which the values of a field lie on a day. */
function rangeOf({ properties }: EntitySchema, field: string, day: string): { from: string; to: string } {
  if (properties[field]?.format === 'date') return { from: day, to: dayAfter(day, 1) };
  return { from: isoTime(momentOf(day, '00:00')), to: isoTime(momentOf(dayAfter(day, 1), '00:00')) };
}

/** The instant at which a trigger is due for a value of its field. */
export function dueAt({ properties }: EntitySchema, { field, days, at }: DateTrigger, value: string): number {
  const [start = value] = value.split('/');
  const day = properties[field]?.format === 'date' ? start : dayOf(Date.parse(start));
  return momentOf(dayAfter(day, days), at);
}

/** The instant at which a trigger is due for a row that has its state since an instant. */
export const stayDueAt = ({ days, at }: StayTrigger, since: string): number =>
  momentOf(dayAfter(dayOf(Date.parse(since)), days), at);

/** The event of a row that has its state since an instant. */
export const stayEvent = (since: string): string => `stay:${since}`;

interface Moment {
  day: string;
  moment: number;
}

/** The day and the moment, of today or yesterday, at which a trigger was due last. */
function lastMoment({ at }: { at: string }, now: number): Moment {
  const today = dayOf(now);
  const day = momentOf(today, at) <= now ? today : dayAfter(today, -1);
  return { day, moment: momentOf(day, at) };
}

/** A row that an automation is due for, and the event that makes the run happen once. */
interface Due {
  rowId: string;
  event: string;
}

/** The rows whose date a moment belongs to. */
async function findDated(
  { db }: Services,
  orgId: string,
  schema: EntitySchema,
  { key, when }: Dated,
  { day, moment }: Moment,
): Promise<Due[]> {
  const range = rangeOf(schema, when.field, dayAfter(day, -when.days));
  const wanted = { entity: schema.$id, automation: key, field: when.field, until: isoTime(moment), ...range };
  const [found] = await db.read({ orgId, userId: null }, [store.rowsDue(orgId, wanted, AT_ONCE)]);
  return found.map(({ row_id, value }) => ({ rowId: row_id, event: `date:${value}` }));
}

/** The rows that have kept a state for so many days or more. */
async function findStaying(
  { db }: Services,
  orgId: string,
  { $id, 'x-resource': { states } }: EntitySchema,
  { key, when: { state, days } }: Staying,
  { day }: Moment,
): Promise<Due[]> {
  if (!states) return [];
  const startOf = (back: number) => isoTime(momentOf(dayAfter(day, -back), '00:00'));
  const wanted = {
    entity: $id,
    automation: key,
    field: states.field,
    state: String(state),
    initial: String(states.initial),
    from: startOf(days + STAY_DAYS),
    to: startOf(days - 1),
  };
  const [found] = await db.read({ orgId, userId: null }, [store.rowsStaying(orgId, wanted, AT_ONCE)]);
  return found.map(({ row_id, since }) => ({ rowId: row_id, event: stayEvent(since) }));
}

async function startDue(services: Services, orgId: string, schema: EntitySchema, automation: Timed): Promise<number> {
  const { when } = automation;
  const now = services.clock.now();
  const last = lastMoment(when, now);
  if (now - last.moment > LATE_MS) return 0;
  const due = await (isStaying(automation)
    ? findStaying(services, orgId, schema, automation, last)
    : findDated(services, orgId, schema, automation, last));
  if (due.length === 0) return 0;
  const tenant = { orgId, userId: null };
  const [[published]] = await services.db.read(tenant, [store.lastPublisher(orgId, schema.$id)]);
  // What was published after the moment begins with the next one.
  if (published && Date.parse(published.at) > last.moment) return 0;
  const runs = due.map((one) => ({ ...one, automation, userId: null }));
  await services.db.transaction(tenant, (tx) => addRuns(tx, services, orgId, schema.$id, runs));
  return due.length;
}

const isTimed = (one: Automation): one is Timed => !one.off && (one.when.on === 'date' || one.when.on === 'stay');

/** Starts what is due by a date of a row, or because a row has kept its state. */
export const datesChore = tenantChore('automation-dates', EVERY_MS, async (services, orgId) => {
  let count = 0;
  for (const schema of Object.values(services.schemas.all(orgId).resources))
    for (const automation of (schema['x-resource'].automations ?? []).filter(isTimed))
      count += await startDue(services, orgId, schema, automation);
  return count;
});

/** Removes old runs. */
export const clearRuns = tenantChore('automation-clearing', DAY_MS, async ({ db, clock }, orgId) => {
  const [gone] = await db.write({ orgId, userId: null }, [
    store.forgetRuns(orgId, isoTime(clock.now() - KEPT_DAYS * DAY_MS)),
  ]);
  return gone;
});
