import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  questionnaires: { title: 'Questionnaires', about: 'Questionnaires of the school, not scored, for screenings' },
  questionnaire: {
    title: 'Questionnaire',
    about: 'Questions, options and conditions; changes are saved by themselves',
  },
  examAnswers: { title: 'Answers', about: 'Answers to the school’s questionnaires, of students in your scope' },
};
