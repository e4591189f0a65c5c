import { sql, type Generated } from 'kysely';
import type { RowTable } from '../../../../platform/access/server/queries/row-table.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { slot } from '../../../../platform/resources/server/queries/rows/plan.ts';
import { CONSULTATION, type SlotTimes } from '../../rules/consultation.ts';
import { named, nameOf, recordRows } from './records.ts';

/** Consulting hours of a counsellor, weekly or on one day. */
export interface ConsultingSlotsTable extends SlotTimes {
  org_id: string;
  slot_id: string;
  created_by: string;
  place: string | null;
  is_open: Generated<boolean>;
}
/** Days on which a counsellor has no appointments. */
export interface ConsultingClosuresTable {
  org_id: string;
  closure_id: string;
  created_by: string;
  from_on: string;
  to_on: string;
  reason: string | null;
}
/** Columns of appointments that are used outside of their list. */
export interface ConsultationsTable {
  org_id: string;
  consultation_id: string;
  child_id: string;
  case_id: string | null;
  slot: string;
  /** Common to the appointments that were booked together. */
  series_id: Generated<string | null>;
  counsellor_id: string;
  start_at: string;
  minutes: number;
  status: Generated<number>;
  place: string | null;
  topic: string | null;
  restricted: Generated<boolean>;
  created_by: string;
  author_group: string;
  updated_at: Generated<string>;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    consulting_slots: ConsultingSlotsTable;
    consulting_closures: ConsultingClosuresTable;
    consultations: ConsultationsTable;
    consulting_settings: { org_id: string; guardians_see: boolean; updated_at: string };
  }
}

/** Booked, and over: what is missing is the record, or that the student did not come. */
const unwritten = sql`(t.status = ${sql.lit(CONSULTATION.booked)} and t.start_at + make_interval(mins => t.minutes) <= ${slot('now')}::timestamptz)`;

/** Appointments as a resource. */
export const consultationRows = recordRows({
  computed: { counsellor_name: nameOf('counsellor_id'), unwritten },
  found: { counsellor_name: named('counsellor_id') },
});

/** Slots of all counsellors are visible to roles with a partial scope as well: they say nothing about students. */
const ofCounsellors: RowTable = {
  computed: { counsellor_name: nameOf('created_by') },
  found: { counsellor_name: named('created_by') },
  within: (scope) => sql<boolean>`${sql.lit(scope.kind !== 'none')}`,
};
export const consultingSlotRows: RowTable = ofCounsellors;
export const consultingClosureRows: RowTable = ofCounsellors;

/** Open slots of a school or of one counsellor. */
export const openSlots = (orgId: string, counsellorId?: string) =>
  qb
    .selectFrom('consulting_slots as t')
    .innerJoin('accounts as a', 'a.user_id', 't.created_by')
    .select(['t.slot_id', 't.created_by', 't.weekday', 't.on_date', 't.starts', 't.minutes', 't.place', 'a.real_name'])
    .where('t.org_id', '=', orgId)
    .where('t.is_open', '=', true)
    .$if(counsellorId !== undefined, (q) => q.where('t.created_by', '=', counsellorId ?? ''));

/** Locks slots until the transaction ends, so that an hour of one of them is booked by one person at a time. */
export const lockSlots = (orgId: string, slotIds: readonly string[]) =>
  qb
    .selectFrom('consulting_slots')
    .select('slot_id')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`slot_id = any(${[...slotIds]}::text[])`)
    .orderBy('slot_id')
    .forNoKeyUpdate();

export const closuresBetween = (orgId: string, from: string, to: string) =>
  qb
    .selectFrom('consulting_closures as t')
    .innerJoin('accounts as a', 'a.user_id', 't.created_by')
    .select(['t.created_by', 't.from_on', 't.to_on', 't.reason', 'a.real_name'])
    .where('t.org_id', '=', orgId)
    .where('t.from_on', '<=', to)
    .where('t.to_on', '>=', from);

/** Appointments between two instants, without cancelled ones; with the member of staff who booked, never a student. */
export const takenBetween = (orgId: string, from: string, to: string) =>
  qb
    .selectFrom('consultations as t')
    .leftJoin('accounts as a', (join) =>
      join
        .onRef('a.user_id', '=', 't.created_by')
        .on(sql<boolean>`not exists (select from students s where s.org_id = t.org_id and s.user_id = t.created_by)`),
    )
    .select(['t.slot', 't.child_id', 't.counsellor_id', 't.start_at', 't.minutes', 'a.real_name'])
    .where('t.org_id', '=', orgId)
    .where('t.status', '<>', CONSULTATION.cancelled)
    .where(
      sql<boolean>`t.start_at < ${to}::timestamptz and t.start_at + make_interval(mins => t.minutes) > ${from}::timestamptz`,
    );

/** Slots that have any appointment, past ones included. */
export const usedSlots = (orgId: string, slotIds: readonly string[]) =>
  sql<{ slot_id: string }>`
  select s.slot_id from unnest(${slotIds}::text[]) as s(slot_id) where exists (select from consultations t where t.org_id = ${orgId} and split_part(t.slot, '@', 1) = s.slot_id)`.compile(
    qb,
  );

/** Ends a booked appointment; returns no row when it is no longer booked. */
export const endConsultation = (orgId: string, id: string, status: number, at: string) =>
  qb
    .updateTable('consultations')
    .set({ status, updated_at: sql<string>`greatest(${at}::timestamptz, updated_at + interval '1 millisecond')` })
    .where('org_id', '=', orgId)
    .where('consultation_id', '=', id)
    .where('status', '=', CONSULTATION.booked)
    .returning('consultation_id');
