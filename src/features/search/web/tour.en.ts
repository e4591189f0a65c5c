import type { tour as zh } from './tour.zh.ts';

export const tour: typeof zh = {
  search: { title: 'Find anything', text: 'Students, classes, staff, pages and acts; initials of pinyin work too.' },
};
