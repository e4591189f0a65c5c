import { firstRequests } from '../../../platform/crud/web/first-requests.ts';
import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { errors } from '../errors.ts';
import { page } from './pages.zh.ts';
import { teachers } from './texts.zh.ts';

export const staff: WebFeature = {
  name: 'staff',
  errors,
  texts: { teachers, page },
  pages: [
    {
      key: 'teacher',
      path: '/teacher-manage/index',
      area: 'teacher-manage',
      group: 'org',
      order: 20,
      icon: async () => (await import('./icons.ts')).icons.contacts,
      lists: { teacher: '' },
      requests: firstRequests('teacher', '/v1/portal/teachers'),
      load: async () => (await import('./TeacherPage.tsx')).TeacherPage,
    },
  ],
  controls: { role: async () => (await import('./fields/RoleControl.tsx')).RoleControl },
};
