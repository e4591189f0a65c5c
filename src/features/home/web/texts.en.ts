import type { home as zh } from './texts.zh.ts';

export const home: typeof zh = {
  morning: 'Good morning, {{name}}',
  noon: 'Good day, {{name}}',
  afternoon: 'Good afternoon, {{name}}',
  evening: 'Good evening, {{name}}',
  as: 'You are working as {{role}}',
  nothing: 'Your current role may not open any page yet. Ask the administrator of your school.',
  report: 'Report at once when you worry about a student. In an emergency also call 120 or 110.',
};
