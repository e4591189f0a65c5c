import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  platformOrganisations: { title: 'Organisations', about: 'All organisations: service, features and state' },
  platformTasks: { title: 'Exports', about: 'Exports of whole organisations: progress, packages and keys' },
  platformLog: { title: 'Platform log', about: 'Who did what to which organisation, and when' },
};
