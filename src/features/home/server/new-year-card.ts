import { mayUse, type HomeCard } from '../../../platform/home/server/cards.ts';

/** The checklist of a new school year; its steps come from the features. Passwords are the administrators' own step. */
export const newYearCard: HomeCard = {
  key: 'new-year',
  area: 'batch-modify-password',
  order: 70,
  orderOf: { administration: 10 },
  size: 'large',
  async read(ctx) {
    const steps = ctx.services.home.steps.filter((step) => mayUse(ctx, step)).toSorted((a, b) => a.order - b.order);
    return { steps: await Promise.all(steps.map(({ read }) => read(ctx))) };
  },
};
