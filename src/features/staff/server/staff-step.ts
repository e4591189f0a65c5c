import type { NewYearStep } from '../../../platform/home/server/cards.ts';
import { figuresOf } from '../../../platform/home/server/figures.ts';

/** Done when the organisation has staff beside its first administrator. */
export const staffStep: NewYearStep = {
  area: 'teacher-manage',
  order: 26,
  async read(ctx) {
    const [teachers] = await figuresOf(ctx, [{ key: 'teachers', entity: 'teacher', list: {} }]);
    return { key: 'staff', state: (teachers?.n ?? 0) > 1 ? 'done' : 'todo', figures: [] };
  },
};
