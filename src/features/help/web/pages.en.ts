import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  help: { title: 'Help centre', about: 'Instructions and common questions' },
};
