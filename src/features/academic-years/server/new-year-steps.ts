import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { HomeStep } from '../../../platform/home/contract.ts';
import type { NewYearStep } from '../../../platform/home/server/cards.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { isRolledOver, isYearOf } from './queries/years.ts';

const AREA = 'academic-year-setting';

/** A step that is done or not, without a number. */
const step =
  (key: string, query: (orgId: string, today: string) => ReturnType<typeof isYearOf>) =>
  async (ctx: OrgContext): Promise<HomeStep> => {
    const [[found]] = await ctx.read([query(ctx.actor.orgId, dayOf(ctx.now()))]);
    return { key, state: found?.done ? 'done' : 'todo', figures: [] };
  };

/** The year of today is the current one; the classes and students of the year before have moved into it. */
export const yearSteps: readonly NewYearStep[] = [
  { area: AREA, order: 10, read: step('year', isYearOf) },
  { area: AREA, order: 20, read: step('roll-over', isRolledOver) },
];
