import { systemIn } from '../../../../platform/audit/server/operator.ts';
import { audit, type Auditor } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { Services } from '../../../../platform/context/server/services.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { dueBy } from '../../../../platform/jobs/server/queries.ts';
import { isoTime, nowIso } from '../../../../platform/runtime/server/clock.ts';
import type { NoticeKind } from '../../../notices/public.ts';
import { notify, settle } from '../../../notices/server/public.ts';
import * as store from '../queries/escalations.ts';
import { lastOf, peopleOf, type Told } from './people.ts';
import { rulesNow } from './rules.ts';

export const ESCALATION = 'escalation';
export const MESSAGES = 'escalation-sms';
/** What follows on the last step. */
export const LAST_STEP = '无人接手，告知管理员';
const MINUTE_MS = 60_000;
const AT_ONCE = 100;
/** A warning that nobody has given a level is as urgent as any. */
const MOST_URGENT = 1;

type Parts = Pick<Services, 'clock' | 'ledger'> & {
  access: Pick<Services['access'], 'scope' | 'table' | 'grants'>;
};

const subjectOf = ({ warn_id: id, drill_name }: Pick<store.Escalation, 'warn_id' | 'drill_name'>) => ({
  type: drill_name === null ? ('warn' as const) : ('drill' as const),
  id,
});

async function tell(
  tx: Tx,
  parts: Parts,
  run: store.Escalation,
  step: number,
  people: readonly Told[],
  { kind, sms }: { kind: NoticeKind; sms: boolean },
): Promise<void> {
  const { org_id: orgId, warn_id, drill_name } = run;
  const at = nowIso(parts.clock);
  const row = ({ userId, standIn }: Told) => ({
    org_id: orgId,
    warn_id,
    step,
    user_id: userId,
    stand_in: standIn,
    at,
    tries: 0,
    tried_at: null,
  });
  await tx.run(
    store.insertTellings(
      people.flatMap((person) => [
        { ...row(person), channel: 'in_app' as const, state: 'told' as const },
        ...(sms ? [{ ...row(person), channel: 'sms' as const, state: 'waiting' as const }] : []),
      ]),
    ),
  );
  await notify(
    tx,
    parts,
    orgId,
    people.map(({ userId }) => userId),
    { kind: drill_name === null ? kind : 'drill', subject: subjectOf(run) },
  );
  if (sms) await tx.run(dueBy(orgId, MESSAGES, at));
}

/**
 * Tells the next step that has anybody, and sets when the one after it is told. Where there is none nobody is left but
 * whoever a school always has: they are told, and the clock ends.
 */
async function climb(tx: Tx, parts: Parts, by: Auditor, run: store.Escalation): Promise<void> {
  const {
    org_id: orgId,
    warn_id: warnId,
    rules: { steps, hours },
    level,
  } = run;
  const now = parts.clock.now();
  for (const [i, step] of steps.entries()) {
    if (i < run.step) continue;
    const people = await peopleOf(tx, parts, orgId, step, hours, {
      classId: run.class_id,
      reporterId: run.reporter_id,
    });
    if (people.length === 0) continue;
    const minutes =
      [step.minutes.level_1, step.minutes.level_2, step.minutes.level_3][(level ?? MOST_URGENT) - 1] ??
      step.minutes.level_1;
    const nextAt = isoTime(now + minutes * MINUTE_MS);
    await tell(tx, parts, run, i + 1, people, { kind: i === 0 ? 'warning' : 'escalated', sms: step.sms });
    await tx.run(store.climbed(orgId, warnId, i + 1, nextAt));
    await audit(tx, by, {
      act: 'escalate',
      resource: 'escalation',
      rowId: warnId,
      rowLabel: run.drill_name === null ? '预警' : '演练',
      after: { told_step: step.name, told_people: people.length },
    });
    return;
  }
  const last = await lastOf(tx, parts, orgId);
  if (last.length > 0) await tell(tx, parts, run, steps.length + 1, last, { kind: 'unanswered', sms: false });
  await tx.run(store.endEscalation(orgId, warnId, 'exhausted', isoTime(now), null));
  await audit(tx, by, {
    act: 'escalate',
    resource: 'escalation',
    rowId: warnId,
    rowLabel: run.drill_name === null ? '预警' : '演练',
    after: { told_step: LAST_STEP, told_people: last.length },
  });
}

/** What a clock begins with. */
export interface Begin {
  warnId: string;
  classId: string | null;
  level?: number | null | undefined;
  reporterId: string | null;
  drillName?: string;
}

/**
 * Starts the clock of a warning in the transaction that reports it: the first step is told with its commit, and the
 * next if nobody takes it on in time. To be called once for a warning.
 */
export async function startEscalation(
  tx: Tx,
  ctx: Auditor & { services: Parts },
  { warnId, classId, level = null, reporterId, drillName }: Begin,
): Promise<void> {
  const {
    actor: { orgId },
    services,
  } = ctx;
  const at = nowIso(services.clock);
  const run: store.Escalation = {
    org_id: orgId,
    warn_id: warnId,
    class_id: classId,
    level,
    reporter_id: reporterId,
    drill_name: drillName ?? null,
    rules: await rulesNow(tx, services.access, orgId),
    step: 0,
    state: 'running',
    started_at: at,
    next_at: at,
    ended_at: null,
    ended_by: null,
  };
  // First, as the job does it: whoever takes what is due in another order would wait for it while it waits for them. The job then finds out what follows.
  await tx.run(dueBy(orgId, ESCALATION, at));
  await tx.run(store.insertEscalation(run));
  await climb(tx, services, ctx, run);
}

/**
 * Stops the clock of a warning that somebody has taken on or verified, in that transaction; who was told of it has
 * nothing left to do.
 */
export async function stopEscalation(
  tx: Tx,
  ctx: Auditor,
  warnId: string,
  state: 'acknowledged' | 'verified' | 'ended',
  type: 'warn' | 'drill' = 'warn',
): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
    services,
  } = ctx;
  const at = nowIso(services.clock);
  if ((await tx.run(store.endEscalation(orgId, warnId, state, at, userId))) === 0)
    await tx.run(store.endedLate(orgId, warnId, state, at, userId));
  await tx.run(store.dropMessages(orgId, warnId));
  await settle(tx, services, orgId, { type, id: warnId });
}

/** Climbs what is due in a tenant. @returns when something is due next */
export async function climbDue(tx: Tx, parts: Parts, orgId: string): Promise<string | undefined> {
  for (const run of await tx.run(store.dueEscalations(orgId, nowIso(parts.clock), AT_ONCE)))
    await climb(tx, parts, systemIn(parts, orgId), run);
  return (await tx.run(store.nextEscalation(orgId)))[0]?.next_at ?? undefined;
}
