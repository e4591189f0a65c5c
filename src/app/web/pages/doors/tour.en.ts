import type { tour as zh } from './tour.zh.ts';

export const tour: typeof zh = {
  menu: { title: 'All pages', text: 'Every page that you may use, in groups.' },
};
