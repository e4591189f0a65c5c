import type { NewYearStep } from '../../../platform/home/server/cards.ts';
import { stepOf } from '../../../platform/home/server/figures.ts';

/** Done when no registration waits for its review. */
export const registrationStep: NewYearStep = {
  area: 'student-application',
  order: 50,
  read: (ctx) =>
    stepOf(ctx, 'registrations', [{ key: 'pending', entity: 'student-application', list: { status: 'pending' } }]),
};
