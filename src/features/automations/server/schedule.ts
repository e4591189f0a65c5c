import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import type { RowMoved, RowsChanged } from '../../../platform/resources/server/registry.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { AUTOMATION_DEPTH_MAX, AUTOMATION_RUNS_MAX, type Automation } from '../../../platform/schema/automations.ts';
import { momentOf } from '../../../platform/schema/days.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { depthOf } from './depth.ts';
import * as store from './queries.ts';

/** The start of the day in the schools' time zone. */
export const startOfDay = (now: number): string => isoTime(momentOf(dayOf(now), '00:00'));

interface Started {
  automation: Automation;
  rowId: string;
  event: string;
  userId: string | null;
}

/** Adds runs to a transaction, once for each row and event. */
export async function addRuns(
  tx: Tx,
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  orgId: string,
  entity: string,
  started: readonly Started[],
): Promise<void> {
  if (started.length === 0) return;
  const depth = depthOf(tx);
  const runs = started.map(({ automation, rowId, event, userId }) => ({
    run_id: newId(clock),
    entity,
    automation: automation.key,
    title: automation.title,
    row_id: rowId,
    event,
    user_id: userId,
    depth,
  }));
  const now = clock.now();
  const limits = { perDay: AUTOMATION_RUNS_MAX, depth: AUTOMATION_DEPTH_MAX };
  await tx.run(store.insertRuns(orgId, runs, { at: isoTime(now), since: startOfDay(now), ...limits }));
  tx.afterCommit(() => jobs.wake(store.RUNNING));
}

const inUse = ({ 'x-resource': { automations = [] } }: EntitySchema): readonly Automation[] =>
  automations.filter(({ off }) => !off);

const add = (tx: Tx, ctx: OrgContext, schema: EntitySchema, started: readonly Omit<Started, 'userId'>[]) =>
  addRuns(
    tx,
    ctx.services,
    ctx.actor.orgId,
    schema.$id,
    started.map((one) => ({ ...one, userId: ctx.caller.userId })),
  );

/** Starts what follows from new rows, and from the state that they begin in. */
export const startOfRows: RowsChanged = async (tx, ctx, { schema, ids }) => {
  const { states } = schema['x-resource'];
  const event = ({ when }: Automation) => {
    if (when.on === 'create') return 'create';
    return when.on === 'state' && when.state === states?.initial ? 'state:first' : undefined;
  };
  const started = inUse(schema).flatMap((automation) => {
    const name = event(automation);
    return name === undefined ? [] : ids.map((rowId) => ({ automation, rowId, event: name }));
  });
  await add(tx, ctx, schema, started);
};

/** Starts what follows from a state that a row gets by a transition. */
export const startOfMove: RowMoved = async (tx, ctx, { schema, rowId, transition, at }) => {
  const started = inUse(schema).flatMap((automation) =>
    automation.when.on === 'state' && automation.when.state === transition.to
      ? [{ automation, rowId, event: `state:${at}` }]
      : [],
  );
  await add(tx, ctx, schema, started);
};
