import type { Services } from '../../../platform/context/server/services.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import type { RowChore } from '../../../platform/jobs/server/kinds.ts';
import { dueBy } from '../../../platform/jobs/server/queries.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { momentOf } from '../../../platform/schema/days.ts';
import type { NoticeKind, NoticeSubject } from '../rules.ts';
import { notify } from './notify.ts';
import * as store from './queries/reminders.ts';

type Parts = Pick<Services, 'clock'>;

export const REMINDERS = 'reminders';
/** Start of the school day. */
const TIME = '08:00';
const DAY_MS = 86_400_000;
const AT_ONCE = 200;

export interface Reminder {
  subject: NoticeSubject;
  userIds: readonly string[];
  /** `YYYY-MM-DD` */ on: string;
  /** What is said the day before and on the day. */ kinds: { before: NoticeKind; onDay: NoticeKind };
}

/**
 * Schedules reminders for the morning of the day before and of the day itself; past instants are skipped. Replaces
 * unsent reminders of the subject.
 */
export async function remindOn(
  tx: Tx,
  { clock }: Parts,
  orgId: string,
  { subject, userIds, on, kinds }: Reminder,
): Promise<void> {
  const day = momentOf(on, TIME);
  const moments = [
    { kind: kinds.before, at: day - DAY_MS },
    { kind: kinds.onDay, at: day },
  ].filter(({ at }) => at > clock.now());
  const rows = moments.flatMap(({ kind, at }) =>
    [...new Set(userIds)].map((user_id) => ({
      org_id: orgId,
      subject_type: subject.type,
      subject_id: subject.id,
      kind,
      user_id,
      due_at: new Date(at).toISOString(),
      told_at: null,
    })),
  );
  const [first] = rows;
  // Same lock order as the job, to prevent a deadlock.
  if (first) await tx.run(dueBy(orgId, REMINDERS, first.due_at));
  await forget(tx, orgId, subject);
  if (first) await tx.run(store.insertReminders(rows));
}

/** Cancels the reminders of a subject. */
export const forget = (tx: Tx, orgId: string, { type, id }: NoticeSubject): Promise<number> =>
  tx.run(store.deleteReminders(orgId, type, id));

const isSubject = (type: string): type is NoticeSubject['type'] =>
  type === 'follow_up' || type === 'warn' || type === 'drill' || type === 'export' || type === 'crisis_case';

/**
 * Sends due reminders of a tenant.
 *
 * @returns time of the next due reminder
 */
export async function sendDueReminders(tx: Tx, parts: Parts, orgId: string): Promise<string | undefined> {
  const at = nowIso(parts.clock);
  for (const reminder of await tx.run(store.dueReminders(orgId, at, AT_ONCE))) {
    const { subject_type: type, subject_id: id, kind, user_id } = reminder;
    await tx.run(store.markReminderSent(reminder, at));
    if (isSubject(type)) await notify(tx, parts, orgId, [user_id], { kind: kind as NoticeKind, subject: { type, id } });
  }
  return (await tx.run(store.nextReminder(orgId)))[0]?.due_at;
}

/** Sends due reminders. */
export const remindersChore: RowChore = {
  name: REMINDERS,
  perform: async (tx, services, orgId) => ({ next: await sendDueReminders(tx, services, orgId) }),
};
