import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  structure: { title: 'Structure', about: 'Departments, grades and classes' },
};
