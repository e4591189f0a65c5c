import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  year: { title: 'Academic years', about: 'When years and terms begin and end' },
};
