import type { NewYearStep } from '../../../platform/home/server/cards.ts';
import { hasRows } from '../../../platform/resources/server/count-lists.ts';

/** Done when the school has classes. Each step is told from the data, so that it can be left and found again. */
export const structureStep: NewYearStep = {
  area: 'org-manage/class',
  order: 22,
  async read(ctx) {
    return { key: 'structure', state: (await hasRows(ctx, ['class', {}])) ? 'done' : 'todo', figures: [] };
  },
};
