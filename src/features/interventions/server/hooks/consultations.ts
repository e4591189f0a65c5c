import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { RowOf, Tx } from '../../../../platform/db/server/database.ts';
import { isUniqueViolation } from '../../../../platform/db/server/errors.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Draft, FlatRow, ResourceHooks } from '../../../../platform/resources/server/hooks.ts';
import { isoTime } from '../../../../platform/runtime/server/clock.ts';
import { dayAfter } from '../../../../platform/schema/days.ts';
import { dayOf, TIME_ZONE_OFFSET } from '../../../../platform/schema/wall-clock.ts';
import { BOOK_DAYS, CONSULTATION, isOn, readSlotKey, slotKey } from '../../rules/consultation.ts';
import { holdTimes } from '../queries/calendar.ts';
import { closuresBetween, consultationRows, lockSlots, openSlots, takenBetween } from '../queries/consultations.ts';
import { intoCases, recordHooks, addRecordStep } from './records.ts';

const MINUTE_MS = 60_000;
const TABLE = 'consultations';
const base = recordHooks({ table: TABLE, step: 'consultation', rows: consultationRows });

type Slot = RowOf<ReturnType<typeof openSlots>>;
export interface FreeSlot {
  slot: string;
  start_at: string;
  minutes: number;
  counsellor_id: string;
  counsellor_name: string;
  place?: string;
}

const startOf = (day: string, { starts }: Slot): string =>
  new Date(`${day}T${starts}:00${TIME_ZONE_OFFSET}`).toISOString();
const endOf = (start: string, minutes: number): string => isoTime(Date.parse(start) + minutes * MINUTE_MS);

/** Free slots of the next weeks, without booked hours and closures, earliest first. */
export async function freeSlots({ actor: { orgId }, services: { clock, db } }: OrgContext): Promise<FreeSlot[]> {
  const now = clock.now();
  const today = dayOf(now);
  const last = dayAfter(today, BOOK_DAYS);
  const [slots, closures, taken] = await db.read({ orgId, userId: null }, [
    openSlots(orgId),
    closuresBetween(orgId, today, last),
    takenBetween(orgId, isoTime(now), new Date(`${dayAfter(last, 1)}T00:00:00${TIME_ZONE_OFFSET}`).toISOString()),
  ]);
  const days = Array.from({ length: BOOK_DAYS + 1 }, (_, i) => dayAfter(today, i));
  return days
    .flatMap((day) =>
      slots
        .filter((slot) => isOn(slot, day))
        .flatMap((slot): FreeSlot[] => {
          const start = startOf(day, slot);
          const end = endOf(start, slot.minutes);
          const isTaken = taken.some(
            (one) =>
              one.counsellor_id === slot.created_by &&
              Date.parse(one.start_at) < Date.parse(end) &&
              Date.parse(endOf(one.start_at, one.minutes)) > Date.parse(start),
          );
          const isClosed = closures.some(
            (one) => one.created_by === slot.created_by && one.from_on <= day && one.to_on >= day,
          );
          if (Date.parse(start) <= now || isTaken || isClosed) return [];
          return [
            {
              slot: slotKey(slot.slot_id, day),
              start_at: start,
              minutes: slot.minutes,
              counsellor_id: slot.created_by,
              counsellor_name: slot.real_name,
              ...(slot.place !== null && { place: slot.place }),
            },
          ];
        }),
    )
    .sort((a, b) => a.start_at.localeCompare(b.start_at) || a.counsellor_name.localeCompare(b.counsellor_name));
}

const slotTaken = (message: string) =>
  new AppError('PSY_CONFLICT', { message, details: [{ field: '/slot', message }] });

/** Words of a refusal to students, who learn nothing about others. */
const TAKEN = '这个时段刚刚被约走，请另选一个';

/**
 * Fills the fields that follow from the slot, which stays locked until the transaction ends.
 *
 * @param own The student books alone
 * @throws AppError PSY_CONFLICT when the hour is taken
 */
export async function fillFromSlot(
  tx: Tx,
  { actor: { orgId }, services: { clock } }: OrgContext,
  row: FlatRow,
  reject: (field: string, message: string) => void,
  own = false,
): Promise<void> {
  const wanted = readSlotKey(String(row['slot']));
  const today = dayOf(clock.now());
  if (wanted) await tx.run(lockSlots(orgId, [wanted.slotId]));
  const slot = wanted && (await tx.run(openSlots(orgId))).find(({ slot_id }) => slot_id === wanted.slotId);
  if (!wanted || !slot || !isOn(slot, wanted.onDate) || wanted.onDate > dayAfter(today, BOOK_DAYS))
    return reject('slot', '没有这个时段，请重新选择');
  const start = startOf(wanted.onDate, slot);
  if (Date.parse(start) <= clock.now()) return reject('slot', '这个时段已经过去，请重新选择');
  const closed = (await tx.run(closuresBetween(orgId, wanted.onDate, wanted.onDate))).some(
    ({ created_by }) => created_by === slot.created_by,
  );
  if (closed) return reject('slot', `${slot.real_name}该日暂停预约，请重新选择`);
  await tx.run(holdTimes(orgId, [slot.created_by, String(row['child_id'])]));
  const taken = await tx.run(takenBetween(orgId, start, endOf(start, slot.minutes)));
  const there = taken.find(({ counsellor_id }) => counsellor_id === slot.created_by);
  if (there) throw slotTaken(own ? TAKEN : `这个时段已由${there.real_name ?? '他人'}约走，请另选一个`);
  if (taken.some(({ child_id }) => child_id === row['child_id']))
    return reject('slot', own ? '你在这个时间已有另一次预约，请另选一个' : '这名学生在这个时间已有另一次咨询');
  Object.assign(row, {
    start_at: start,
    minutes: slot.minutes,
    counsellor_id: slot.created_by,
    place: slot.place ?? undefined,
  });
}

const isWritten = ({ row, before }: Draft) =>
  before !== undefined && ['content', 'effect', 'effect_level'].some((field) => row[field] !== before[field]);
const becomesDone = ({ row, before }: Draft) =>
  row['status'] === CONSULTATION.done && before?.['status'] !== CONSULTATION.done;

/** Appointments with a counsellor. An appointment becomes a record once the counsellor has written it up. */
export const consultationHooks: ResourceHooks = {
  ...base,
  locksOrganisation: true,

  derivedColumns: (draft, ctx) => ({
    ...base.derivedColumns?.(draft, ctx),
    status: draft.row['status'] ?? CONSULTATION.booked,
    case_id: draft.row['case_id'] ?? null,
    ...(!draft.before &&
      Object.fromEntries(
        ['start_at', 'minutes', 'counsellor_id', 'place'].map((field) => [field, draft.row[field] ?? null]),
      )),
  }),

  async validate(tx, ctx, drafts, reject) {
    await base.validate?.(tx, ctx, drafts, reject);
    for (const [i, draft] of drafts.entries()) {
      const { row, before } = draft;
      if (!before) {
        await fillFromSlot(tx, ctx, row, (field, message) => reject(i, field, message));
        continue;
      }
      if (!isWritten(draft)) continue;
      if (Date.parse(String(row['start_at'])) > ctx.services.clock.now())
        reject(i, 'content', '咨询还没有开始，不能写记录');
      else if (typeof row['content'] !== 'string') reject(i, 'content', '请填写咨询记录');
      else if (row['effect_level'] === undefined) reject(i, 'effect_level', '请选择效果评估');
      else row['status'] = CONSULTATION.done;
      if (becomesDone(draft) && row['case_id'] === undefined) await intoCases(tx, ctx, [row]);
    }
  },

  async beforeWrite(tx, ctx, written) {
    for (const one of written)
      if (becomesDone(one)) await addRecordStep(tx, ctx, TABLE, 'consultation', one, one.row['start_at']);
  },

  explainConflict: (error) => (isUniqueViolation(error) ? slotTaken(TAKEN) : undefined),
};
