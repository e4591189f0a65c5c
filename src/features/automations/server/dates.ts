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
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Rows of one automation at a time; the next time takes the others. */
const AT_ONCE = 200;

type DateTrigger = Extract<AutomationTrigger, { on: 'date' }>;

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

/** The day and the moment, of today or yesterday, at which a trigger was due last. */
function lastMoment({ at }: DateTrigger, now: number): { day: string; moment: number } {
  const today = dayOf(now);
  const day = momentOf(today, at) <= now ? today : dayAfter(today, -1);
  return { day, moment: momentOf(day, at) };
}

async function startDue(
  services: Services,
  orgId: string,
  schema: EntitySchema,
  automation: Automation & { when: DateTrigger },
): Promise<number> {
  const { when } = automation;
  const now = services.clock.now();
  const { day, moment } = lastMoment(when, now);
  if (now - moment > LATE_MS) return 0;
  const tenant = { orgId, userId: null };
  const range = rangeOf(schema, when.field, dayAfter(day, -when.days));
  const wanted = {
    entity: schema.$id,
    automation: automation.key,
    field: when.field,
    until: isoTime(moment),
    ...range,
  };
  const [[published], due] = await services.db.read(tenant, [
    store.lastPublisher(orgId, schema.$id),
    store.rowsDue(orgId, wanted, AT_ONCE),
  ]);
  // What was published after the moment begins with the next one.
  if (due.length === 0 || (published && Date.parse(published.at) > moment)) return 0;
  await services.db.transaction(tenant, (tx) =>
    addRuns(
      tx,
      services,
      orgId,
      schema.$id,
      due.map(({ row_id, value }) => ({ automation, rowId: row_id, event: `date:${value}`, userId: null })),
    ),
  );
  return due.length;
}

const isDated = (one: Automation): one is Automation & { when: DateTrigger } => !one.off && one.when.on === 'date';

/** Starts what is due by a date of a row. */
export const datesChore = tenantChore('automation-dates', EVERY_MS, async (services, orgId) => {
  let count = 0;
  for (const schema of Object.values(services.schemas.all(orgId).resources))
    for (const automation of (schema['x-resource'].automations ?? []).filter(isDated))
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
