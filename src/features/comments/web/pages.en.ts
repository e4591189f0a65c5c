import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  classComments: { title: 'Class comments', about: 'Comments on the students of the class, and who is missing' },
  comment: { title: 'Head-teacher comment', about: 'The head teacher on a student, by year' },
};
