import { sql, type Insertable, type Selectable } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import type { EscalationRules } from '../../contract/escalation.ts';

export interface EscalationRulesTable {
  org_id: string;
  rules: EscalationRules;
  version: number;
  updated_at: string;
  updated_by: string;
}

/** The escalation of a warning or a drill. */
export interface EscalationsTable {
  org_id: string;
  warn_id: string;
  class_id: string | null;
  level: number | null;
  reporter_id: string | null;
  drill_name: string | null;
  rules: EscalationRules;
  step: number;
  state: 'running' | 'acknowledged' | 'verified' | 'exhausted' | 'ended';
  started_at: string;
  next_at: string | null;
  ended_at: string | null;
  ended_by: string | null;
  /** When the verdict is due; an escalation that rests is continued then. */
  verdict_due: string | null;
}
export interface EscalationNotificationsTable {
  org_id: string;
  warn_id: string;
  step: number;
  user_id: string;
  channel: 'in_app' | 'sms';
  stand_in: boolean;
  at: string;
  state: 'waiting' | 'told' | 'failed' | 'no_number';
  tries: number;
  tried_at: string | null;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    escalation_rules: EscalationRulesTable;
    escalations: EscalationsTable;
    escalation_tellings: EscalationNotificationsTable;
  }
}
export type Escalation = Selectable<EscalationsTable>;

export const rulesOf = (orgId: string) =>
  qb.selectFrom('escalation_rules').select(['rules', 'version']).where('org_id', '=', orgId);
export const lockRules = (orgId: string) => rulesOf(orgId).forUpdate();
/** Returns no row when another transaction inserted first. */
export const insertRules = (row: Insertable<EscalationRulesTable>) =>
  qb
    .insertInto('escalation_rules')
    .values({ ...row, rules: json(row.rules) })
    .onConflict((c) => c.doNothing());
export const updateRules = (orgId: string, { rules, ...set }: Omit<EscalationRulesTable, 'org_id'>) =>
  qb
    .updateTable('escalation_rules')
    .set({ ...set, rules: json(rules) })
    .where('org_id', '=', orgId);

const json = (rules: EscalationRules) => sql<EscalationRules>`${JSON.stringify(rules)}::jsonb`;

export const insertEscalation = (row: Insertable<EscalationsTable>) =>
  qb.insertInto('escalations').values({ ...row, rules: json(row.rules) });
const one = (orgId: string, warnId: string) =>
  qb.updateTable('escalations').where('org_id', '=', orgId).where('warn_id', '=', warnId);
export const moveToStep = (orgId: string, warnId: string, step: number, nextAt: string) =>
  one(orgId, warnId).set({ state: 'running', step, next_at: nextAt, ended_at: null, ended_by: null });

/** How an escalation ends; it is continued at `nextAt` where that is given. */
export interface EscalationEnd {
  state: Escalation['state'];
  at: string;
  by: string | null;
  nextAt?: string | null;
}
/** Returns 1 when the escalation was running or was to be continued. */
export const endEscalation = (orgId: string, warnId: string, { state, at, by, nextAt = null }: EscalationEnd) =>
  one(orgId, warnId)
    .set({ state, next_at: nextAt, ended_at: at, ended_by: by })
    .where((eb) => eb.or([eb('state', '=', 'running'), eb('next_at', 'is not', null)]));
/** Records an acknowledgement after the last step. */
export const endedLate = (orgId: string, warnId: string, { state, at, by, nextAt = null }: EscalationEnd) =>
  one(orgId, warnId).set({ state, next_at: nextAt, ended_at: at, ended_by: by }).where('state', '=', 'exhausted');

export const dueEscalations = (orgId: string, now: string, limit: number) =>
  qb
    .selectFrom('escalations')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(limit)
    .forUpdate();
export const nextEscalation = (orgId: string) =>
  qb
    .selectFrom('escalations')
    .select('next_at')
    .where('org_id', '=', orgId)
    .where('next_at', 'is not', null)
    .orderBy('next_at')
    .limit(1);
export const lockDrill = (orgId: string, drillId: string) =>
  qb
    .selectFrom('escalations')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('warn_id', '=', drillId)
    .where('drill_name', 'is not', null)
    .forUpdate();

export const insertNotifications = (rows: readonly Insertable<EscalationNotificationsTable>[]) =>
  qb
    .insertInto('escalation_tellings')
    .values([...rows])
    // The last step is notified again when a verdict is overdue.
    .onConflict((c) => c.doNothing());
/** The accounts that were notified. */
export const recipientsOf = (orgId: string, warnId: string) =>
  qb
    .selectFrom('escalation_tellings')
    .select('user_id')
    .distinct()
    .where('org_id', '=', orgId)
    .where('warn_id', '=', warnId);
/** Changes the level of a running escalation: it takes effect with its next step. */
export const changeLevel = (orgId: string, warnId: string, level: number) =>
  one(orgId, warnId).set({ level }).where('state', '=', 'running');
export const isRecipient = (orgId: string, warnId: string, userId: string) =>
  qb
    .selectFrom('escalation_tellings')
    .select('step')
    .where('org_id', '=', orgId)
    .where('warn_id', '=', warnId)
    .where('user_id', '=', userId)
    .limit(1);

/**
 * Next attempt of a message: one minute later, then with growing delays up to 15 minutes, to outlast an outage of the
 * gateway.
 */
const AGAIN = sql.raw("coalesce(w.tried_at + least(w.tries * w.tries, 15) * interval '1 minute', '-infinity')");
/** Waiting short messages, without those that another process has just claimed. */
export const takeMessages = (orgId: string, now: string, limit: number) =>
  qb
    .updateTable('escalation_tellings as t')
    .set({ tries: sql<number>`t.tries + 1`, tried_at: now })
    .where('t.org_id', '=', orgId)
    .where('t.channel', '=', 'sms')
    .where(sql<boolean>`(t.warn_id, t.step, t.user_id) in (select w.warn_id, w.step, w.user_id from escalation_tellings w
    where w.org_id = ${orgId} and w.state = 'waiting' and ${AGAIN} <= ${now}::timestamptz order by w.at limit ${limit} for update skip locked)`)
    .returning(['t.warn_id', 't.step', 't.user_id', 't.tries']);
export const messageEnded = (
  orgId: string,
  { warn_id, step, user_id }: { warn_id: string; step: number; user_id: string },
  state: EscalationNotificationsTable['state'],
) =>
  qb
    .updateTable('escalation_tellings')
    .set({ state })
    .where('org_id', '=', orgId)
    .where('warn_id', '=', warn_id)
    .where('step', '=', step)
    .where('user_id', '=', user_id)
    .where('channel', '=', 'sms');
/** Drops unsent messages of an ended escalation. */
export const dropMessages = (orgId: string, warnId: string) =>
  qb
    .deleteFrom('escalation_tellings')
    .where('org_id', '=', orgId)
    .where('warn_id', '=', warnId)
    .where('state', '=', 'waiting');
/** Time of the next attempt. */
export const nextMessage = (orgId: string) =>
  qb
    .selectFrom('escalation_tellings as w')
    .select(sql<string | null>`min(greatest(${AGAIN}, w.at))`.as('at'))
    .where('w.org_id', '=', orgId)
    .where('w.state', '=', 'waiting');

const runs = (orgId: string, drill: boolean | undefined) =>
  qb
    .selectFrom('escalations as e')
    .where('e.org_id', '=', orgId)
    .$if(drill !== undefined, (q) => q.where('e.drill_name', drill ? 'is not' : 'is', null));
export const countRuns = (orgId: string, drill: boolean | undefined) =>
  runs(orgId, drill).select((eb) => eb.fn.countAll<number>().as('n'));
export const runsOf = (orgId: string, drill: boolean | undefined, limit: number, offset: number) =>
  runs(orgId, drill)
    .leftJoin('classes as c', (join) => join.onRef('c.org_id', '=', 'e.org_id').onRef('c.class_id', '=', 'e.class_id'))
    .leftJoin('teachers as t', (join) => join.onRef('t.org_id', '=', 'e.org_id').onRef('t.user_id', '=', 'e.ended_by'))
    .select([
      'e.warn_id',
      'e.drill_name',
      'e.level',
      'e.state',
      'e.started_at',
      'e.next_at',
      'e.ended_at',
      'e.rules',
      'c.class_name',
      't.teacher_name as ended_by_name',
    ])
    .orderBy('e.started_at', 'desc')
    .orderBy('e.warn_id', 'desc')
    .limit(limit)
    .offset(offset);
export const notificationsOf = (orgId: string, warnIds: readonly string[]) =>
  qb
    .selectFrom('escalation_tellings as w')
    .leftJoin('teachers as t', (join) => join.onRef('t.org_id', '=', 'w.org_id').onRef('t.user_id', '=', 'w.user_id'))
    .select(['w.warn_id', 'w.step', 'w.channel', 'w.stand_in', 'w.at', 'w.state', 't.teacher_name'])
    .where('w.org_id', '=', orgId)
    .where(sql<boolean>`w.warn_id = any(${[...warnIds]}::text[])`)
    .orderBy('w.step')
    .orderBy('w.at')
    .orderBy('w.user_id')
    .orderBy('w.channel');
