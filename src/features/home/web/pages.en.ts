import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  index: { title: 'Portal home', about: 'Where one begins' },
};
