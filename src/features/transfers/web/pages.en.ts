import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  transfers: {
    title: 'Files of transferred students',
    about: 'When a student changes school: take in the former school’s file, or hand the file over to the new school',
  },
};
