import type * as zh from './pages.zh.ts';

export const page: typeof zh.page = {
  intervene: { title: 'Intervention', about: 'Records of interventions, interviews, consultations and referrals' },
  intervention: { title: 'Intervention records', about: 'Individual and group work, crisis intervention' },
  interview: { title: 'Interview counselling', about: 'Talks with students, parents and teachers' },
  consultation: { title: 'Psychological consultation', about: 'Appointments, records and their effect' },
  referral: { title: 'Medical referral', about: 'Students referred to a hospital, step by step' },
  followUp: { title: 'Follow-ups', about: 'Students to be looked after again' },
  sandplay: { title: 'Sandplay', about: 'Sandplay sessions' },
  drawing: { title: 'Drawing therapy', about: 'Drawing sessions' },
  custom: { title: 'Custom intervention', about: "The school's own kinds of intervention" },
};

export const menuGroup: typeof zh.menuGroup = { work: 'Psychological work' };
