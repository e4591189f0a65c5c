import { notFoundInScope } from '../../../../platform/access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import type { RowOf } from '../../../../platform/db/server/database.ts';
import type { examRoom, Seat } from '../../contract/rooms.ts';
import { LOST_MS, STILL_MS, type SeatState } from '../../rules/seats.ts';
import { sheetStatus } from '../../rules/status.ts';
import * as store from '../queries/rooms.ts';

type Row = RowOf<ReturnType<typeof store.seatsOf>>;

/**
 * Who has started, stands still or has finished, within the caller's scope; never an answer.
 *
 * @throws AppError `notFoundInScope`
 */
export async function readRoom(
  ctx: OrgContext,
  examId: string,
  classId: string | undefined,
): Promise<DataOf<typeof examRoom>> {
  const { orgId } = ctx.actor;
  const scope = ctx.services.access.scope(ctx.actor, 'student');
  const [[exam], seats] = await ctx.read([
    store.examById(orgId, examId),
    store.seatsOf(orgId, scope, examId, { classId }),
  ]);
  if (!exam || (scope.kind !== 'all' && seats.length === 0)) throw notFoundInScope(scope);
  const items = seats.map((seat) => present(seat, ctx.now()));
  return { exam_name: exam.exam_name, at: ctx.nowIso(), total: items.length, items };
}

function present(seat: Row, now: number): Seat {
  const { child_id, child_name, student_no, class_name, answered, total, started_at, last_answer_at } = seat;
  const state = stateOf(seat, now);
  const isOpen = state === 'answering' || state === 'still';
  const contact = latest(seat.heard_at, last_answer_at, started_at);
  return {
    child_id,
    child_name,
    student_no,
    ...(class_name !== null && { class_name }),
    state,
    answered,
    total,
    ...(started_at !== null && { started_at }),
    ...(last_answer_at !== null && { last_answer_at }),
    ...(seat.submitted_at !== null && { submitted_at: seat.submitted_at }),
    ...(seat.device !== null && { seat: seat.device }),
    // After the submission nothing is sent any more.
    unsent: state === 'finished' ? 0 : seat.unsent,
    ...(contact !== undefined && { contact_at: contact }),
    lost: isOpen && seat.heard_at !== null && contact !== undefined && now - Date.parse(contact) > LOST_MS,
  };
}

/** The latest of some times. */
const latest = (...times: readonly (string | null)[]): string | undefined =>
  times
    .flatMap((time) => time ?? [])
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1);

/** By the server's clock alone: what a device says about time decides nothing. */
function stateOf(seat: Row, now: number): SeatState {
  const status = sheetStatus(seat, now);
  if (status === 'submitted' || status === 'scored') return 'finished';
  if (status === 'closed' || status === 'waiting_consent') return status;
  const last = seat.last_answer_at ?? seat.started_at;
  if (last === null) return 'not_started';
  return now - Date.parse(last) > STILL_MS ? 'still' : 'answering';
}
