import { systemIn } from '../../../platform/audit/server/operator.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { JobContext, JobKind } from '../../../platform/jobs/server/kinds.ts';
import { isServiceExpired } from '../../../platform/jobs/server/tenant-chore.ts';
import { moveRow } from '../../../platform/resources/server/move-row.ts';
import { createRows } from '../../../platform/resources/server/write-rows.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { fillIn, type Automation } from '../../../platform/schema/automations.ts';
import { isTarget } from '../../../platform/schema/check-automations.ts';
import { isObject } from '../../../platform/schema/json.ts';
import { stateOf } from '../../../platform/schema/row-state.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import { notify } from '../../notices/server/public.ts';
import type { Fault } from '../contract.ts';
import { rowAs, wordsIn } from './as-person.ts';
import { stayEvent } from './dates.ts';
import { setDepth } from './depth.ts';
import { bodyOf } from './new-row.ts';
import * as store from './queries.ts';
import { findReaders, type RunRow } from './recipients.ts';
import { mayCreate, mayMove, responsibleFor } from './responsible.ts';

const REASON_MAX = 300;

/** Ends a run without effect. */
class Ended extends Error {
  override readonly name = 'Ended';
  readonly state: 'failed' | 'skipped';
  readonly fault: Fault;
  readonly reason: string | undefined;
  constructor(state: 'failed' | 'skipped', fault: Fault, reason?: string) {
    super(fault);
    this.state = state;
    this.fault = fault;
    this.reason = reason;
  }
}

type Run = store.AutomationRunsTable;

/** Whether a row is in a state that the trigger asks for. */
export function isInState({ when }: Automation, { 'x-resource': { states } }: EntitySchema, values: RunRow['values']) {
  if (!states) return true;
  if (when.on === 'state' || when.on === 'stay') return stateOf(states, values) === when.state;
  return when.on !== 'date' || (when.states?.includes(stateOf(states, values)) ?? true);
}

/** The automation and the row of a run as they are now. @throws Ended where one of them is gone, or the state another */
async function subjectOf(services: Services, run: Run): Promise<{ automation: Automation; about: RunRow }> {
  const { org_id: orgId, entity, row_id: rowId } = run;
  const schema = services.schemas.own(orgId, entity)?.schema;
  const automation = schema?.['x-resource'].automations?.find(({ key }) => key === run.automation);
  if (!schema || !automation || automation.off) throw new Ended('skipped', 'off');
  const [[row]] = await services.db.read({ orgId, userId: null }, [store.rawRow(orgId, entity, rowId)]);
  if (!row) throw new Ended('skipped', 'gone');
  const values = isObject(row.ext) ? row.ext : {};
  if (automation.when.on === 'date') {
    const isMoved = `date:${String(values[automation.when.field])}` !== run.event;
    if (isMoved || !isInState(automation, schema, values)) throw new Ended('skipped', 'state');
  }
  if (automation.when.on === 'stay') {
    const state = String(automation.when.state);
    const [[since]] = await services.db.read({ orgId, userId: null }, [store.stateSince(orgId, entity, rowId, state)]);
    const isLeft = !isInState(automation, schema, values) || !since || stayEvent(since.since) !== run.event;
    if (isLeft) throw new Ended('skipped', 'state');
  }
  return { automation, about: { schema, rowId, values } };
}

/** What a run is about to do; everything was read as the people whom it concerns. */
type Effect = (tx: Tx) => Promise<Partial<Pick<Run, 'notified' | 'left_out' | 'created' | 'moved'>>>;

async function notifying(services: Services, run: Run, about: RunRow, notice: Automation['notify']): Promise<Effect[]> {
  if (!notice) return [];
  const { org_id: orgId, run_id: runId, entity } = run;
  const { readers, leftOut } = await findReaders(services, orgId, about, notice, runId);
  return [
    async (tx) => {
      for (const { userId, seen } of readers) {
        const say = (text: string) => fillIn(text, (name) => wordsIn(seen, name));
        await notify(tx, services, orgId, [userId], {
          kind: 'automation',
          subject: { type: `row:${entity}`, id: about.rowId },
          title: say(notice.title),
          ...(notice.text && { body: say(notice.text) }),
        });
      }
      return { notified: readers.length, left_out: leftOut };
    },
  ];
}

async function creating(services: Services, run: Run, about: RunRow, automation: Automation): Promise<Effect[]> {
  const { create } = automation;
  if (!create) return [];
  const target = services.schemas.all(run.org_id).resources[create.entity];
  if (!target || !isTarget(target)) throw new Ended('failed', 'refused', `没有名为 ${create.entity} 的资源`);
  const who = { runId: run.run_id, causedBy: run.user_id, as: create.as };
  const ctx = await responsibleFor(services, run.org_id, about, who, mayCreate(services, target));
  const seen = ctx && (await rowAs(ctx, about.schema, about.rowId));
  if (!ctx || !seen) throw new Ended('failed', 'responsible', target.title);
  const hooks = services.resources.hooksFor(target);
  return [
    async (tx) => {
      setDepth(tx, run.depth + 1);
      const body = bodyOf(automation, seen, target, services.clock.now());
      const [row = {}] = await createRows(inTransaction(ctx, tx), create.entity, hooks, [body], false);
      return { created: String(row[target['x-resource'].id]) };
    },
  ];
}

async function moving(services: Services, run: Run, about: RunRow, { title, move }: Automation): Promise<Effect[]> {
  const { schema, rowId, values } = about;
  const { states } = schema['x-resource'];
  const transition = states?.transitions.find(({ key }) => key === move);
  if (move === undefined) return [];
  if (!states || !transition?.from.includes(stateOf(states, values))) throw new Ended('skipped', 'state');
  const who = { runId: run.run_id, causedBy: run.user_id };
  const ctx = await responsibleFor(services, run.org_id, about, who, mayMove(services, schema, transition));
  const seen = ctx && (await rowAs(ctx, schema, rowId));
  if (!ctx || !seen) throw new Ended('failed', 'responsible', transition.label);
  const hooks = services.resources.hooksFor(schema);
  return [
    async (tx) => {
      setDepth(tx, run.depth + 1);
      const request = { updated_at: String(seen.row['updated_at']), automation: title };
      await moveRow(inTransaction(ctx, tx), schema.$id, hooks, { id: rowId, key: move }, request);
      return { moved: transition.label };
    },
  ];
}

const logged = ({ entity, row_id, title }: Run) => ({
  act: 'run',
  resource: 'automation',
  rowId: `${entity}/${row_id}`,
  rowLabel: title,
});

/** The effects, the end of the run and its log entry are one transaction: they happen once, or not at all. */
async function perform(context: JobContext, run: Run): Promise<void> {
  const { services } = context;
  const { automation, about } = await subjectOf(services, run);
  const effects = [
    ...(await creating(services, run, about, automation)),
    ...(await moving(services, run, about, automation)),
    ...(await notifying(services, run, about, automation.notify)),
  ];
  await context.commit(async (tx) => {
    const [locked] = await tx.run(store.runById(run.org_id, run.run_id).forUpdate());
    if (locked?.state !== 'waiting') return;
    const done = { notified: null, left_out: null, created: null, moved: null };
    for (const effect of effects) Object.assign(done, await effect(tx));
    const end = { state: 'done' as const, ended_at: nowIso(services.clock), ...done };
    await tx.run(store.endRun(run.org_id, run.run_id, end));
    const after = { ...done, webhook: automation.webhook === true };
    await audit(tx, systemIn(services, run.org_id), { ...logged(run), after });
  });
}

/** Records that a run had no effect; a failure is an entry of the operation log too. */
const endWithout = (
  context: JobContext,
  run: Run,
  { state, fault, reason }: Pick<Ended, 'state' | 'fault' | 'reason'>,
) =>
  context.commit(async (tx) => {
    const { services } = context;
    const end = { state, fault, reason: reason?.slice(0, REASON_MAX) ?? null, ended_at: nowIso(services.clock) };
    const ended = await tx.run(store.endRun(run.org_id, run.run_id, end));
    if (ended > 0 && state === 'failed')
      await audit(tx, systemIn(services, run.org_id), { ...logged(run), after: { failed: fault } });
  });

/** Why a new row was refused, in words; undefined for an error that may pass. */
function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof AppError) || error.status >= 500 || isServiceExpired(error)) return undefined;
  return [error.message, ...(error.details ?? []).map(({ message }) => message)]
    .filter((text, i, all) => text !== '' && all.indexOf(text) === i)
    .join('；');
}

async function findRun({ services, tenant, job }: JobContext): Promise<Run | undefined> {
  const [[run]] = await services.db.read(tenant, [store.runById(tenant.orgId ?? '', job.subject)]);
  return run?.state === 'waiting' ? run : undefined;
}

async function runOnce(context: JobContext): Promise<void> {
  const run = await findRun(context);
  if (!run) return;
  try {
    await perform(context, run);
  } catch (error) {
    if (error instanceof Ended) return endWithout(context, run, error);
    const reason = refusalOf(error);
    if (reason === undefined) throw error;
    return endWithout(context, run, { state: 'failed', fault: 'refused', reason });
  }
}

/** One job for each run. */
export const runJob: JobKind = {
  name: store.RUNNING,
  slots: 2,
  leaseMs: 60_000,
  maxAttempts: 5,
  maxCrashes: 5,
  run: runOnce,
  async giveUp(context) {
    const run = await findRun(context);
    if (run) await endWithout(context, run, { state: 'failed', fault: 'error', reason: undefined });
  },
};
