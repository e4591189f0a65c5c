import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  archive: { title: 'Psychological health archive', about: 'Reports, warnings and interventions of one student' },
};
