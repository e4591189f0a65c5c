import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { BodyOf, DataOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import type { FlatRow } from '../../../platform/resources/server/hooks.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { notify } from '../../notices/server/public.ts';
import { STUDENT_NOT_REACHED, studentsReached } from '../../students/server/public.ts';
import type * as contract from '../contract/calendar.ts';
import { startOf } from '../rules/calendar.ts';
import { CONSULTATION, slotKey } from '../rules/consultation.ts';
import { groupOf } from './group-of.ts';
import { intoCases } from './hooks/records.ts';
import { planTimes, type PlannedTime } from './plan-times.ts';
import { insertAppointment } from './queries/appointments.ts';
import { staffName } from './queries/calendar.ts';

const NAME = 'consultation';

const ofBody = (ctx: OrgContext, body: BodyOf<typeof contract.checkTimes>) => ({
  counsellorId: body.counsellor_id ?? ctx.caller.userId,
  childId: body.child_id,
  times: body.starts.map((start) => ({ start_at: isoTime(Date.parse(start)), minutes: body.minutes })),
});

const reachedChild = (ctx: OrgContext, childId: string) =>
  studentsReached(ctx.actor.orgId, ctx.services.access.scope(ctx.actor, 'student'), [childId]);

/** Why a person cannot be booked as counsellor. */
const NO_COUNSELLOR = '本校没有这位老师';

/**
 * @throws AppError PSY_INVALID_INPUT for a student outside of the scope, a counsellor who is not of the school's staff,
 *   or impossible times
 */
export async function checkTimes(
  ctx: OrgContext,
  body: BodyOf<typeof contract.checkTimes>,
): Promise<DataOf<typeof contract.checkTimes>> {
  const wanted = ofBody(ctx, body);
  const [[child], [counsellor]] = await ctx.read([
    reachedChild(ctx, body.child_id),
    staffName(ctx.actor.orgId, wanted.counsellorId),
  ]);
  if (!child) throw invalid('/child_id', STUDENT_NOT_REACHED);
  if (!counsellor) throw invalid('/counsellor_id', NO_COUNSELLOR);
  const planned = await planTimes(ctx, undefined, wanted);
  const items = planned.map(({ start_at, problem }) => ({ start_at, ...(problem !== undefined && { problem }) }));
  return { total: items.length, items };
}

/** @throws AppError PSY_CONFLICT with every time that is not free, and why */
export function requireFree(planned: readonly PlannedTime[], field: (i: number) => string): void {
  const details = planned.flatMap(({ problem }, i) =>
    problem === undefined ? [] : [{ field: field(i), message: problem }],
  );
  if (details[0]) throw new AppError('PSY_CONFLICT', { message: details[0].message, details });
}

/**
 * Books an appointment, or several as a series: all of them or none.
 *
 * @throws AppError PSY_INVALID_INPUT for a student outside of the scope, a counsellor who is not of the school's staff,
 *   or impossible times; PSY_CONFLICT with every time that is not free
 */
export async function bookTimes(
  ctx: OrgContext,
  tx: Tx,
  body: BodyOf<typeof contract.bookTimes>,
): Promise<DataOf<typeof contract.bookTimes>> {
  const { actor, caller, services } = ctx;
  const { orgId } = actor;
  const wanted = ofBody(ctx, body);
  const [[child], [counsellor]] = await tx.batch([
    reachedChild(ctx, body.child_id),
    staffName(orgId, wanted.counsellorId),
  ]);
  if (!child) throw invalid('/child_id', STUDENT_NOT_REACHED);
  if (!counsellor) throw invalid('/counsellor_id', NO_COUNSELLOR);
  const planned = await planTimes(ctx, tx, wanted);
  requireFree(planned, (i) => `/starts/${i}`);
  const record: FlatRow = { child_id: child.child_id };
  await intoCases(tx, ctx, [record]);
  const seriesId = planned.length > 1 ? newId(services.clock) : null;
  const author_group = await groupOf(ctx, tx, wanted.counsellorId);
  const words = body.topic?.trim() ?? '';
  const place = body.place?.trim() ?? '';
  const ring = await services.keys.within(tx).ring(orgId);
  const ids: string[] = [];
  const inOrder = planned.toSorted((a, b) => startOf(a) - startOf(b));
  for (const time of inOrder) {
    const id = newId(services.clock);
    ids.push(id);
    await tx.run(
      insertAppointment({
        org_id: orgId,
        consultation_id: id,
        child_id: child.child_id,
        case_id: typeof record['case_id'] === 'string' ? record['case_id'] : null,
        slot: time.slot ?? slotKey(id, dayOf(startOf(time))),
        series_id: seriesId,
        counsellor_id: wanted.counsellorId,
        start_at: time.start_at,
        minutes: time.minutes,
        place: place === '' ? (time.place ?? null) : place,
        topic: words === '' ? null : ring.encryptText(words, { table: 'consultations', row: id, field: 'topic' }),
        created_by: caller.userId,
        author_group,
      }),
    );
  }
  await audit(
    tx,
    ctx,
    ...inOrder.map(({ start_at }, i) => ({
      act: 'create',
      resource: NAME,
      rowId: ids[i] ?? '',
      rowLabel: child.child_name,
      after: { start_at, status: CONSULTATION.booked },
    })),
  );
  if (wanted.counsellorId !== caller.userId)
    await notify(tx, services, orgId, [wanted.counsellorId], {
      kind: 'appointment_made',
      subject: { type: NAME, id: ids[0] ?? '' },
    });
  return { ...(seriesId !== null && { series_id: seriesId }), consultation_ids: ids };
}
