import type { tour as zh } from './tour.zh.ts';

export const tour: typeof zh = {
  restart: { title: 'See it again', text: 'Open the help centre and choose “Take the tour again”.' },
};
