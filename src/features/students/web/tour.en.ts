import type { tour as zh } from './tour.zh.ts';

export const tour: typeof zh = {
  myClass: { title: 'My class', text: 'Students without account, guardian or consent: the number shows who they are.' },
};
