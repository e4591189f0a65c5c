import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { menuGroup, page } from './pages.zh.ts';
import { department, school } from './texts.zh.ts';

export const organisation: WebFeature = {
  name: 'organisation',
  tour: async () => (await import('./tour.ts')).steps,
  homeCards: { schools: async () => (await import('./SchoolsCard.tsx')).SchoolsCard },
  texts: { department, school, menuGroup, page },
  menuGroups: [{ key: 'org', order: 10 }],
  pages: [
    {
      key: 'orgManage',
      path: '/org-manage',
      area: 'org-manage',
      group: 'org',
      order: 10,
      icon: async () => (await import('./icons.ts')).icons.apartment,
    },
    {
      key: 'school',
      path: '/school-manage/index',
      lists: { school: '' },
      area: 'school-manage',
      group: 'org',
      order: 40,
      icon: async () => (await import('./icons.ts')).icons.bank,
      load: async () => (await import('./SchoolsPage.tsx')).SchoolsPage,
    },
  ],
  controls: {
    department: async () => (await import('./fields/DepartmentPick.tsx')).DepartmentPick,
    before: async () => (await import('./fields/BeforeControl.tsx')).BeforeControl,
    staff: async () => (await import('./fields/StaffControl.tsx')).StaffControl,
  },
};
