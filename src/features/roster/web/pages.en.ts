import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  roster: { title: 'Roster exchange', about: 'Exchange of school, classes, people and memberships with other systems' },
};
