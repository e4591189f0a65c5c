import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  log: { title: 'Operation log', about: 'Who did what and when' },
};
