import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  bureauPlans: { title: 'Screenings of schools', about: 'Plan screenings for the schools, and follow their answers' },
  bureauPlan: { title: 'Plan of a screening', about: 'Sending, answers and progress of one plan' },
};
