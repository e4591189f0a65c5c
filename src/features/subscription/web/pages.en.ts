import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  service: { title: 'Service description', about: 'Stages and terms of the service' },
  applications: { title: 'Applications', about: 'Applications of your organisation and the state of the service' },
};
