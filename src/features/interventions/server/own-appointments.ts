import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { BodyOf, DataOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import type { FlatRow } from '../../../platform/resources/server/hooks.ts';
import { notify, settle } from '../../notices/server/public.ts';
import type * as contract from '../contract/records.ts';
import { CONSULTATION } from '../rules/consultation.ts';
import { groupOf } from './group-of.ts';
import { fillFromSlot, freeSlots } from './hooks/consultations.ts';
import { intoCases } from './hooks/records.ts';
import { requireUnmoved } from './lock-appointments.ts';
import * as store from './queries/appointments.ts';
import { endConsultation } from './queries/consultations.ts';

const NAME = 'consultation';
/** Appointments that are listed: those to come, and the last ones. */
const SHOWN = { toCome: 100, last: 20 } as const;
/** Hours that a student may have booked at the same time, so that others find some. */
const AHEAD_MAX = 2;

const mayBook = ({ actor, services: { access } }: OrgContext) => access.decide(actor, 'appointment/book', 'book');

/** Appointments of the caller, or of the caller's children where the school lets guardians see them. */
export async function readAppointments(ctx: OrgContext): Promise<DataOf<typeof contract.myAppointments>> {
  const { actor, services } = ctx;
  const may_book = mayBook(ctx);
  const scope = services.access.scope(actor, 'student');
  const [settings, toCome, last] = await ctx.read([
    store.settingsOf(actor.orgId),
    store.appointmentsToCome(actor.orgId, scope, ctx.nowIso(), SHOWN.toCome),
    store.lastAppointments(actor.orgId, scope, ctx.nowIso(), SHOWN.last),
  ]);
  if (!may_book && settings[0]?.guardians_see !== true) return { total: 0, items: [], may_book };
  const items = [...toCome, ...last]
    .filter(({ restricted }) => may_book || !restricted)
    .map(({ consultation_id, place, restricted: _, ...row }) => ({
      appointment_id: consultation_id,
      ...row,
      ...(place !== null && { place }),
      may_cancel: may_book && row.status === CONSULTATION.booked && Date.parse(row.start_at) > ctx.now(),
    }));
  return { total: items.length, items, may_book };
}

/** Hours that a student may book. */
export async function readFreeSlots(ctx: OrgContext): Promise<DataOf<typeof contract.myFreeSlots>> {
  const items = (await freeSlots(ctx)).map(({ counsellor_id: _, ...slot }) => slot);
  return { total: items.length, items };
}

/**
 * Books an hour for the student who asks, and notifies the counsellor.
 *
 * @throws AppError `notFoundInScope`; PSY_INVALID_INPUT for an hour that is not offered; PSY_CONFLICT when it is taken
 *   or the student has booked enough
 */
export async function bookOwn(
  ctx: OrgContext,
  tx: Tx,
  { slot, topic }: BodyOf<typeof contract.bookAppointment>,
): Promise<DataOf<typeof contract.bookAppointment>> {
  const { actor, caller, services } = ctx;
  const { orgId } = actor;
  const scope = services.access.scope(actor, 'student');
  const [child, another] = await tx.run(store.lockChildOf(orgId, scope));
  if (!child || another) throw notFoundInScope(scope);
  const ahead = await tx.run(store.aheadOf(orgId, child.child_id, ctx.nowIso()));
  const same = ahead.find((one) => one.slot === slot);
  if (same) return { appointment_id: same.consultation_id };
  // What staff have booked for the student takes none of the student's own hours.
  if (ahead.filter(({ created_by }) => created_by === caller.userId).length >= AHEAD_MAX)
    throw new AppError('PSY_CONFLICT', { message: `你已经约了 ${AHEAD_MAX} 次，先取消一次，才能再约` });
  const row: FlatRow = { slot, child_id: child.child_id };
  await fillFromSlot(
    tx,
    ctx,
    row,
    (field, message) => {
      throw invalid(`/${field}`, message);
    },
    true,
  );
  await intoCases(tx, ctx, [row]);
  const id = newId(services.clock);
  const counsellor = String(row['counsellor_id']);
  const words = topic?.trim() ?? '';
  await tx.run(
    store.insertAppointment({
      org_id: orgId,
      consultation_id: id,
      child_id: child.child_id,
      case_id: typeof row['case_id'] === 'string' ? row['case_id'] : null,
      slot,
      counsellor_id: counsellor,
      start_at: String(row['start_at']),
      minutes: Number(row['minutes']),
      place: typeof row['place'] === 'string' ? row['place'] : null,
      topic:
        words === ''
          ? null
          : await services.keys
              .within(tx)
              .encryptText(orgId, words, { table: 'consultations', row: id, field: 'topic' }),
      created_by: caller.userId,
      author_group: await groupOf(ctx, tx, counsellor),
    }),
  );
  await audit(tx, ctx, {
    act: 'create',
    resource: NAME,
    rowId: id,
    rowLabel: child.child_name,
    after: { start_at: row['start_at'] ?? null, status: CONSULTATION.booked },
  });
  const subject = { type: NAME, id } as const;
  await notify(tx, services, orgId, [counsellor], { kind: 'appointment_booked', subject });
  return { appointment_id: id };
}

/**
 * Cancels an own appointment before its start, which frees the hour; a cancelled one stays as it is.
 *
 * @param from The start that the student saw
 * @throws AppError `notFoundInScope`; PSY_CONFLICT from its start on, and when it was moved meanwhile
 */
export async function cancelOwn(ctx: OrgContext, tx: Tx, id: string, from: string): Promise<void> {
  const { actor, services } = ctx;
  const { orgId } = actor;
  const scope = services.access.scope(actor, 'student');
  const [row] = await tx.run(store.lockAppointment(orgId, scope, id));
  if (!row) throw notFoundInScope(scope);
  if (row.status === CONSULTATION.cancelled) return;
  if (row.status !== CONSULTATION.booked || Date.parse(row.start_at) <= ctx.now())
    throw new AppError('PSY_CONFLICT', { message: '已经到了约定的时间，不能再取消' });
  requireUnmoved(row, from);
  await tx.run(endConsultation(orgId, id, CONSULTATION.cancelled, ctx.nowIso()));
  const subject = { type: NAME, id } as const;
  await settle(tx, services, orgId, subject);
  await notify(tx, services, orgId, [row.counsellor_id], { kind: 'appointment_withdrawn', subject });
  await audit(tx, ctx, {
    act: 'update',
    resource: NAME,
    rowId: id,
    rowLabel: row.child_name,
    before: { status: CONSULTATION.booked },
    after: { status: CONSULTATION.cancelled },
  });
}

export async function readSettings(ctx: OrgContext): Promise<contract.ConsultingSettings> {
  const [[settings]] = await ctx.read([store.settingsOf(ctx.actor.orgId)]);
  return { guardians_see: settings?.guardians_see ?? false };
}

export async function changeSettings(
  ctx: OrgContext,
  tx: Tx,
  { guardians_see }: BodyOf<typeof contract.changeConsultingSettings>,
): Promise<contract.ConsultingSettings> {
  const { orgId } = ctx.actor;
  const [before] = await tx.run(store.settingsOf(orgId));
  await tx.run(store.saveSettings(orgId, guardians_see, ctx.nowIso()));
  if ((before?.guardians_see ?? false) !== guardians_see)
    await audit(tx, ctx, {
      act: 'update',
      resource: 'consulting_setting',
      rowId: orgId,
      rowLabel: '',
      before: { guardians_see: !guardians_see },
      after: { guardians_see },
    });
  return { guardians_see };
}
