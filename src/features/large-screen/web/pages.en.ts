import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  largeScreen: { title: 'Large screen', about: 'Live numbers of the work, to be shown on a screen in a hall' },
};
