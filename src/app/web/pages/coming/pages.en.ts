import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  ai: { title: 'AI assistant', about: 'Answers questions of the work' },
};
