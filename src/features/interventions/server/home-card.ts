import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { HomeContent } from '../../../platform/home/contract.ts';
import { mayUse, type HomeCard } from '../../../platform/home/server/cards.ts';
import { figuresByValue, figuresOf, type ListFigure } from '../../../platform/home/server/figures.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { dayAfter, momentOf } from '../../../platform/schema/days.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { CONSULTATION } from '../rules/consultation.ts';
import { dayOfCounsellor, staffName } from './queries/calendar.ts';

const CONSULTATIONS = 'consultation';
const FOLLOW_UP = 'follow-up';
const midnight = (day: string): string => isoTime(momentOf(day, '00:00'));

/** The caller's consultations of the day, those without a record, and the follow-ups that are due. */
async function read(ctx: OrgContext): Promise<HomeContent | undefined> {
  const { orgId } = ctx.actor;
  const { userId } = ctx.caller;
  const today = dayOf(ctx.now());
  const consults = mayUse(ctx, { area: 'intervention/consultation' });
  const follows = mayUse(ctx, { area: 'intervention/follow-up' });
  if (!consults && !follows) return undefined;
  const [[name], mine] = await ctx.read([
    staffName(orgId, userId),
    dayOfCounsellor(orgId, userId, midnight(today), midnight(dayAfter(today, 1))),
  ]);
  const counsellor_name = name?.real_name ?? '';
  const consultations: ListFigure[] = [
    {
      key: 'consultations',
      entity: CONSULTATIONS,
      list: {
        start_at_from: today,
        start_at_to: today,
        counsellor_name,
        status: [CONSULTATION.booked, CONSULTATION.done, CONSULTATION.absent].join(','),
      },
    },
    { key: 'unwritten', entity: CONSULTATIONS, list: { unwritten: true, counsellor_name } },
  ];
  const [own, due] = await Promise.all([
    consults ? figuresOf(ctx, consultations) : [],
    follows
      ? figuresByValue(ctx, { entity: FOLLOW_UP, list: {}, field: 'due_state' }, { due: 'today', overdue: 'overdue' })
      : [],
  ]);
  const next = mine.find(({ status, start_at }) => status === CONSULTATION.booked && Date.parse(start_at) > ctx.now());
  return {
    figures: [...own, ...due],
    ...(consults && next && { next: { at: next.start_at, ...(next.place !== null && { place: next.place }) } }),
  };
}

export const todayCard: HomeCard = { key: 'today', area: 'today', order: 20, size: 'medium', read };
