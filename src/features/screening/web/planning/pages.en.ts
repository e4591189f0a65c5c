import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  exams: { title: 'Screenings', about: 'Plan and publish screenings, and see how far they are' },
  totals: { title: 'Imported totals', about: 'Scores from elsewhere: import, bands and corrections' },
  exam: { title: 'Screening', about: 'Check, publication and progress of one screening' },
  topic: { title: 'Questions', about: 'All questions of a screening' },
  scales: { title: 'Scales', about: 'The scales that the school may use' },
  scale: { title: 'Scale', about: 'Licence, questions, bands and release' },
  progress: { title: 'Screening progress', about: 'How far the classes in your scope are' },
  examProgress: { title: 'Progress', about: 'Progress of one screening in your scope' },
  room: { title: 'Computer room', about: 'Codes, and who has started or finished; never an answer' },
  alertRules: { title: 'Alert rules · screening', about: 'Which results warn, who confirmed it and whether it is on' },
};
