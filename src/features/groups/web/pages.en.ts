import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  customGroup: { title: 'Custom groups', about: 'Groups of students as the work needs them' },
};
