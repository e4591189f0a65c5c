import type { tour as zh } from './tour.zh.ts';

export const tour: typeof zh = {
  newYear: {
    title: 'The new school year',
    text: 'Follow this order: move up, import, passwords, consents, screening. Each number opens its list.',
  },
  arrange: {
    title: 'Arrange your home page',
    text: 'Change the order and size of the cards, and hide those that you do not need.',
  },
};
