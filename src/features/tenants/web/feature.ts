import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { errors } from '../errors.ts';
import { page } from './pages.zh.ts';

export const tenants: WebFeature = {
  name: 'tenants',
  errors,
  texts: { page },
  operatorHome: async () => (await import('./OperatorHome.tsx')).OperatorHome,
  pages: [
    {
      key: 'platformOrganisations',
      path: '/platform/organisations',
      area: 'platform',
      icon: async () => (await import('./icons.ts')).icons.organisations,
      load: async () => (await import('./OrganisationsPage.tsx')).OrganisationsPage,
    },
    {
      key: 'platformTasks',
      path: '/platform/tasks',
      area: 'platform',
      icon: async () => (await import('./icons.ts')).icons.tasks,
      load: async () => (await import('./tasks/TasksPage.tsx')).TasksPage,
    },
    {
      key: 'platformLog',
      path: '/platform/log',
      area: 'platform',
      icon: async () => (await import('./icons.ts')).icons.log,
      load: async () => (await import('./LogPage.tsx')).LogPage,
    },
  ],
};
