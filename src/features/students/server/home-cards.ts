import type { HomeCard, NewYearStep } from '../../../platform/home/server/cards.ts';
import { figuresOf, stepOf } from '../../../platform/home/server/figures.ts';
import { hasRows } from '../../../platform/resources/server/count-lists.ts';

const ENTITY = 'student';

/** The class teacher's students. */
export const myClassCard: HomeCard = {
  key: 'my-class',
  area: 'student/comment/write',
  act: 'write',
  order: 30,
  size: 'medium',
  read: async (ctx) => ({
    figures: await figuresOf(ctx, [
      { key: 'students', entity: ENTITY, list: {} },
      { key: 'consents', entity: ENTITY, list: { guardian_consent: 'missing' } },
      { key: 'accounts', entity: ENTITY, list: { is_register: false } },
    ]),
  }),
};

/** Done when the school has students and each has a class. */
export const importStep: NewYearStep = {
  area: 'org-manage/student',
  order: 30,
  async read(ctx) {
    const [step, any] = await Promise.all([
      stepOf(ctx, 'import', [{ key: 'classless', entity: ENTITY, list: { in_class: false } }]),
      hasRows(ctx, [ENTITY, {}]),
    ]);
    return any ? step : { ...step, state: 'todo' };
  },
};
