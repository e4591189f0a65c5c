import { firstRequests } from '../../../platform/crud/web/first-requests.ts';
import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { errors } from '../errors.ts';
import { page } from './pages.zh.ts';
import { students as texts } from './texts.zh.ts';

export const students: WebFeature = {
  name: 'students',
  tour: async () => (await import('./tour.ts')).steps,
  homeCards: { 'my-class': async () => (await import('./MyClassCard.tsx')).MyClassCard },
  errors,
  texts: { students: texts, page },
  pages: [
    {
      key: 'student',
      path: '/org-manage/student',
      area: 'org-manage/student',
      parent: 'orgManage',
      tab: true,
      order: 10,
      icon: async () => (await import('./icons.ts')).icons.idcard,
      lists: { student: '' },
      requests: firstRequests('student', '/v1/portal/students'),
      load: async () => (await import('./StudentPage.tsx')).StudentPage,
    },
  ],
};
