import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  guardian: { title: 'Guardians', about: 'Guardians and their children' },
};
