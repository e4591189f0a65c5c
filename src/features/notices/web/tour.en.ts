import type { tour as zh } from './tour.zh.ts';

export const tour: typeof zh = {
  notices: { title: 'Notices', text: 'New warnings, answers and announcements; each opens its place.' },
};
