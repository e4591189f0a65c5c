import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  student: { title: 'Students', about: 'Students, their status and class' },
};
