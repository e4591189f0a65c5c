import { systemIn } from '../../../../platform/audit/server/operator.ts';
import { audit, type Auditor } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { Services } from '../../../../platform/context/server/services.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { dueBy } from '../../../../platform/jobs/server/queries.ts';
import { isoTime, nowIso } from '../../../../platform/runtime/server/clock.ts';
import type { NoticeKind } from '../../../notices/public.ts';
import { notify, settle } from '../../../notices/server/public.ts';
import type { EscalationRules } from '../../contract/escalation.ts';
import * as store from '../queries/escalations.ts';
import { fallbackRecipients, findRecipients, type Recipient } from './find-recipients.ts';
import { mayVerify } from './may-verify.ts';
import { rulesNow } from './rules.ts';

export const ESCALATION = 'escalation';
export const MESSAGES = 'escalation-sms';
/** Label of the final step after the configured ones. */
export const LAST_STEP = '无人接手，告知管理员';
/** Name of the step for the people on duty. */
const DUTY_STEP = '值班人员';
/** Minutes of that step where the tenant has no other one. */
const DUTY_MINUTES = { level_1: 5, level_2: 15, level_3: 60 };
const MINUTE_MS = 60_000;
const AT_ONCE = 100;
/** Level assumed for a warning without a level. */
const MOST_URGENT = 1;

type Parts = Pick<Services, 'clock' | 'ledger' | 'events'> & {
  access: Pick<Services['access'], 'scope' | 'table' | 'grants' | 'decide' | 'security'>;
};

const subjectOf = ({ warn_id: id, drill_name }: Pick<store.Escalation, 'warn_id' | 'drill_name'>) => ({
  type: drill_name === null ? ('warn' as const) : ('drill' as const),
  id,
});

async function notifyRecipients(
  tx: Tx,
  parts: Parts,
  run: store.Escalation,
  step: number,
  people: readonly Recipient[],
  { kind, sms }: { kind: NoticeKind; sms: boolean },
): Promise<void> {
  const { org_id: orgId, warn_id, drill_name } = run;
  const at = nowIso(parts.clock);
  const row = ({ userId, standIn }: Recipient) => ({
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
    store.insertNotifications(
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
 * Notifies the next step that has recipients and schedules the one after it. Without one, notifies the fallback
 * recipients and ends the escalation.
 */
async function escalate(tx: Tx, parts: Parts, by: Auditor, run: store.Escalation): Promise<void> {
  const {
    org_id: orgId,
    warn_id: warnId,
    rules: { steps, hours },
    level,
  } = run;
  const now = parts.clock.now();
  for (const [i, step] of steps.entries()) {
    if (i < run.step) continue;
    const people = await findRecipients(tx, parts, orgId, step, hours, {
      classId: run.class_id,
      reporterId: run.reporter_id,
    });
    if (people.length === 0) continue;
    const minutes =
      [step.minutes.level_1, step.minutes.level_2, step.minutes.level_3][(level ?? MOST_URGENT) - 1] ??
      step.minutes.level_1;
    const nextAt = isoTime(now + minutes * MINUTE_MS);
    await notifyRecipients(tx, parts, run, i + 1, people, { kind: i === 0 ? 'warning' : 'escalated', sms: step.sms });
    await tx.run(store.moveToStep(orgId, warnId, i + 1, nextAt));
    await audit(tx, by, {
      act: 'escalate',
      resource: 'escalation',
      rowId: warnId,
      rowLabel: run.drill_name === null ? '预警' : '演练',
      after: { told_step: step.name, told_people: people.length },
    });
    return;
  }
  const last = await fallbackRecipients(tx, parts, orgId);
  if (last.length > 0)
    await notifyRecipients(tx, parts, run, steps.length + 1, last, { kind: 'unanswered', sms: false });
  const isDueLater = run.verdict_due !== null && Date.parse(run.verdict_due) > now;
  await tx.run(
    store.endEscalation(orgId, warnId, {
      state: 'exhausted',
      at: isoTime(now),
      by: null,
      nextAt: isDueLater ? run.verdict_due : null,
    }),
  );
  await audit(tx, by, {
    act: 'escalate',
    resource: 'escalation',
    rowId: warnId,
    rowLabel: run.drill_name === null ? '预警' : '演练',
    after: { told_step: LAST_STEP, told_people: last.length },
  });
}

/** Input of an escalation. */
export interface EscalationStart {
  warnId: string;
  classId: string | null;
  level?: number | null | undefined;
  reporterId: string | null;
  drillName?: string;
  /** Accounts that are notified before the first step. */
  first?: readonly string[] | undefined;
  /** When the verdict is due, and whether the first step has until then. */
  verdict?: { due: string; isPatient: boolean } | undefined;
}

/** The rules with a step for these accounts before the others, as urgent as the first one. */
function beginningWith(rules: EscalationRules, first: readonly string[]): EscalationRules {
  const [next] = rules.steps;
  if (first.length === 0) return rules;
  const { minutes, sms } = next ?? { minutes: DUTY_MINUTES, sms: false };
  const duty = { name: DUTY_STEP, roles: [], user_ids: [...first], stand_in_ids: [], minutes, sms };
  return { ...rules, steps: [duty, ...rules.steps] };
}

/** The rules from the first step on that can bring a verdict: it names people, or a role that verifies. */
async function fromVerifiers(tx: Tx, parts: Parts, orgId: string, rules: EscalationRules): Promise<EscalationRules> {
  const verify = await mayVerify((statements) => tx.batch(statements), parts.access, orgId);
  const first = rules.steps.findIndex(({ roles, user_ids }) => user_ids.length > 0 || roles.some(verify));
  return first > 0 ? { ...rules, steps: rules.steps.slice(first) } : rules;
}

/** The rules with a first step that says nothing by SMS and has until the verdict is due. */
function waitingUntil(rules: EscalationRules, now: number, due: string): EscalationRules {
  const [first, ...rest] = rules.steps;
  if (!first) return rules;
  const minutes = Math.max(1, Math.ceil((Date.parse(due) - now) / MINUTE_MS));
  const patient = { ...first, minutes: { level_1: minutes, level_2: minutes, level_3: minutes }, sms: false };
  return { ...rules, steps: [patient, ...rest] };
}

/**
 * Starts the escalation of a warning in the transaction that reports it. The first step is notified on commit, the next
 * one if the warning is not acknowledged in time. Call once for each warning.
 */
export async function startEscalation(
  tx: Tx,
  ctx: Auditor & { services: Parts },
  { warnId, classId, level = null, reporterId, drillName, first = [], verdict }: EscalationStart,
): Promise<void> {
  const {
    actor: { orgId },
    services,
  } = ctx;
  const at = nowIso(services.clock);
  const isPatient = verdict?.isPatient === true;
  const stored = await rulesNow(tx, services.access, orgId);
  const rules =
    isPatient && first.length === 0 ? await fromVerifiers(tx, services, orgId, stored) : beginningWith(stored, first);
  const run: store.Escalation = {
    org_id: orgId,
    warn_id: warnId,
    class_id: classId,
    level,
    reporter_id: reporterId,
    drill_name: drillName ?? null,
    rules: isPatient ? waitingUntil(rules, services.clock.now(), verdict.due) : rules,
    step: 0,
    state: 'running',
    started_at: at,
    next_at: at,
    ended_at: null,
    ended_by: null,
    verdict_due: verdict?.due ?? null,
  };
  // Same lock order as the job, to prevent a deadlock. The job then schedules the next step.
  await tx.run(dueBy(orgId, ESCALATION, at));
  await tx.run(store.insertEscalation(run));
  await escalate(tx, services, ctx, run);
}

/**
 * Ends the escalation of an acknowledged or verified warning in that transaction, and settles its notices. With
 * `nextAt` it is continued then, unless the verdict comes before.
 */
export async function stopEscalation(
  tx: Tx,
  ctx: Auditor,
  warnId: string,
  state: 'acknowledged' | 'verified' | 'ended',
  { type = 'warn', nextAt }: { type?: 'warn' | 'drill'; nextAt?: string } = {},
): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
    services,
  } = ctx;
  const at = nowIso(services.clock);
  // Before the row of the escalation, as in `startEscalation`.
  if (nextAt !== undefined) await tx.run(dueBy(orgId, ESCALATION, nextAt));
  const end = { state, at, by: userId, ...(nextAt !== undefined && { nextAt }) };
  if ((await tx.run(store.endEscalation(orgId, warnId, end))) === 0) await tx.run(store.endedLate(orgId, warnId, end));
  await tx.run(store.dropMessages(orgId, warnId));
  await settle(tx, services, orgId, { type, id: warnId });
}

/**
 * Notifies all due steps of a tenant.
 *
 * @returns time of the next due step
 */
export async function escalateDue(tx: Tx, parts: Parts, orgId: string): Promise<string | undefined> {
  for (const run of await tx.run(store.dueEscalations(orgId, nowIso(parts.clock), AT_ONCE)))
    await escalate(tx, parts, systemIn(parts, orgId), run);
  return (await tx.run(store.nextEscalation(orgId)))[0]?.next_at ?? undefined;
}
