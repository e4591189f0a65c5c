import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  archive: { title: 'Psychological health archive', about: 'Reports, warnings and interventions of one student' },
  portrait: { title: 'Student profile', about: 'Levels, open tasks, last screening and contact of one student' },
};
