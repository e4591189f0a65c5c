import type { NewYearStep } from '../../../platform/home/server/cards.ts';
import { hasRows } from '../../../platform/resources/server/count-lists.ts';

/** Done when the organisation has staff beside its first administrator. */
export const staffStep: NewYearStep = {
  area: 'teacher-manage',
  order: 26,
  async read(ctx) {
    return { key: 'staff', state: (await hasRows(ctx, ['teacher', {}], 2)) ? 'done' : 'todo', figures: [] };
  },
};
