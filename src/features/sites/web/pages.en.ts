import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  site: { title: 'Site settings', about: 'Name, logo and slogan of the site' },
};
