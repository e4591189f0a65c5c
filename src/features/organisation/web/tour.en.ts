import type { tour as zh } from './tour.zh.ts';

export const tour: typeof zh = {
  schools: {
    title: 'Your schools',
    text: 'Warnings, times, screening and end of service of each school, in one table.',
  },
};
