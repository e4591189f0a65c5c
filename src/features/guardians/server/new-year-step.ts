import type { NewYearStep } from '../../../platform/home/server/cards.ts';
import { stepOf } from '../../../platform/home/server/figures.ts';

/** Done when the guardians of all students who need it have consented. */
export const consentStep: NewYearStep = {
  area: 'org-manage/guardian',
  order: 60,
  read: (ctx) =>
    stepOf(ctx, 'consents', [{ key: 'consents', entity: 'student', list: { guardian_consent: 'missing' } }]),
};
