import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  comment: { title: 'Head-teacher comment', about: 'The head teacher on a student, by year' },
};
