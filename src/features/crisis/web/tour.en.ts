import type { tour as zh } from './tour.zh.ts';

export const tour: typeof zh = {
  warnings: { title: 'First: warnings to verify', text: 'The most urgent come first. The number opens the list.' },
  ownReports: { title: 'What you reported', text: 'Who works on your reports, and how far they are.' },
  crisisReport: {
    title: 'Report danger at once',
    text: 'On every page, in less than a minute; also when you are not sure.',
  },
};
