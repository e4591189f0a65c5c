import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  platformOrganisations: { title: 'Organisations', about: 'All organisations: service, features and state' },
  platformTasks: {
    title: 'Imports, exports and erasures',
    about: 'Whole organisations: progress, packages, approvals and proofs',
  },
  platformLog: { title: 'Platform log', about: 'Who did what to which organisation, and when' },
};
