import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  class: { title: 'Classes', about: 'The classes of the school by academic year' },
  faculty: { title: 'Faculty', about: 'Colleges and majors' },
};
