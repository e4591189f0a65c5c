import type { NewYearStep } from '../../../platform/home/server/cards.ts';
import { stepOf } from '../../../platform/home/server/figures.ts';

/** Done when every student has an account. */
export const passwordStep: NewYearStep = {
  area: 'batch-modify-password',
  order: 40,
  read: (ctx) => stepOf(ctx, 'passwords', [{ key: 'accounts', entity: 'student', list: { is_register: false } }]),
};
