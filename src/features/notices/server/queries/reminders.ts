import type { Insertable } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';

/** A scheduled reminder. */
export interface RemindersTable {
  org_id: string;
  subject_type: string;
  subject_id: string;
  kind: string;
  user_id: string;
  due_at: string;
  told_at: string | null;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    reminders: RemindersTable;
  }
}

export const insertReminders = (rows: readonly Insertable<RemindersTable>[]) =>
  qb
    .insertInto('reminders')
    .values([...rows])
    .onConflict((c) => c.doNothing());
/** Deletes reminders that are not sent yet. */
export const deleteReminders = (orgId: string, type: string, id: string) =>
  qb
    .deleteFrom('reminders')
    .where('org_id', '=', orgId)
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .where('told_at', 'is', null);
export const dueReminders = (orgId: string, now: string, limit: number) =>
  qb
    .selectFrom('reminders')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('told_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .forUpdate();
export const markReminderSent = (
  { org_id, subject_type, subject_id, kind, user_id, due_at }: RemindersTable,
  at: string,
) =>
  qb
    .updateTable('reminders')
    .set({ told_at: at })
    .where('org_id', '=', org_id)
    .where('subject_type', '=', subject_type)
    .where('subject_id', '=', subject_id)
    .where('kind', '=', kind)
    .where('user_id', '=', user_id)
    .where('due_at', '=', due_at);
export const nextReminder = (orgId: string) =>
  qb
    .selectFrom('reminders')
    .select('due_at')
    .where('org_id', '=', orgId)
    .where('told_at', 'is', null)
    .orderBy('due_at')
    .limit(1);
