import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  teacher: { title: 'Teachers', about: 'Staff accounts and roles' },
};
