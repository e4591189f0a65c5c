import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  service: { title: 'Service description', about: 'Stages and terms of the service' },
};
