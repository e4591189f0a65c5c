import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as calendar from '../contract/calendar.ts';
import * as contract from '../contract/records.ts';
import { bookTimes, checkTimes } from './book-times.ts';
import { endConsultation } from './end-consultation.ts';
import { freeSlots } from './hooks/consultations.ts';
import { moveConsultation } from './move-consultation.ts';
import { moveReferral, stepsOfReferral } from './move-referral.ts';
import * as own from './own-appointments.ts';
import { readCalendar, readToday } from './read-calendar.ts';

/** Endpoints of records besides the generic resource endpoints. */
export const recordsHandlers: readonly Implementation[] = [
  implement(contract.referralSteps, (ctx, { params }) => stepsOfReferral(ctx, params.id)),
  implement(contract.moveReferral, async (ctx, { params, body }) => {
    await ctx.transaction((tx) => moveReferral(ctx, tx, params.id, body));
    return stepsOfReferral(ctx, params.id);
  }),
  implement(contract.endConsultation, (ctx, { params, body }) =>
    ctx.transaction((tx) => endConsultation(ctx, tx, params.id, body)),
  ),
  implement(contract.freeSlots, async (ctx) => {
    const items = await freeSlots(ctx);
    return { total: items.length, items };
  }),
  implement(calendar.consultationCalendar, (ctx, { query }) => readCalendar(ctx, query)),
  implement(calendar.checkTimes, (ctx, { body }) => checkTimes(ctx, body)),
  implement(calendar.bookTimes, (ctx, { body }) => ctx.transaction((tx) => bookTimes(ctx, tx, body))),
  implement(calendar.moveConsultation, (ctx, { params, body }) =>
    ctx.transaction((tx) => moveConsultation(ctx, tx, params.id, body)),
  ),
  implement(calendar.todayList, (ctx) => readToday(ctx)),
  implement(contract.myAppointments, (ctx) => own.readAppointments(ctx)),
  implement(contract.myFreeSlots, (ctx) => own.readFreeSlots(ctx)),
  implement(contract.bookAppointment, (ctx, { body }) => ctx.transaction((tx) => own.bookOwn(ctx, tx, body))),
  implement(contract.cancelAppointment, async (ctx, { params, body }) => {
    await ctx.transaction((tx) => own.cancelOwn(ctx, tx, params.id, body.from));
    return { ok: true } as const;
  }),
  implement(contract.consultingSettings, (ctx) => own.readSettings(ctx)),
  implement(contract.changeConsultingSettings, (ctx, { body }) =>
    ctx.transaction((tx) => own.changeSettings(ctx, tx, body)),
  ),
];
