import type { NewYearStep } from '../../../platform/home/server/cards.ts';
import { figuresOf } from '../../../platform/home/server/figures.ts';

/** Done when the school has classes. Each step is told from the data, so that it can be left and found again. */
export const structureStep: NewYearStep = {
  area: 'org-manage/class',
  order: 22,
  async read(ctx) {
    const [classes] = await figuresOf(ctx, [{ key: 'classes', entity: 'class', list: {} }]);
    return { key: 'structure', state: classes?.n ? 'done' : 'todo', figures: [] };
  },
};
