import { firstRequests } from '../../../platform/crud/web/first-requests.ts';
import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { errors } from '../errors.ts';
import { page } from './pages.zh.ts';
import { faculty } from './texts.zh.ts';

export const classes: WebFeature = {
  name: 'classes',
  errors,
  texts: { faculty, page },
  pages: [
    {
      key: 'class',
      path: '/org-manage/class',
      area: 'org-manage/class',
      parent: 'orgManage',
      tab: true,
      order: 20,
      icon: async () => (await import('./icons.ts')).icons.team,
      lists: { class: '' },
      requests: firstRequests('class', '/v1/portal/classes'),
      load: async () => (await import('./ClassPage.tsx')).ClassPage,
    },
    {
      key: 'faculty',
      path: '/org-manage/faculty',
      area: 'org-manage/faculty',
      parent: 'orgManage',
      tab: true,
      order: 60,
      lists: { college: '', major: 'view=major' },
      icon: async () => (await import('./icons.ts')).icons.read,
      load: async () => (await import('./FacultyPage.tsx')).FacultyPage,
    },
  ],
  controls: {
    period: async () => (await import('./fields/PeriodControl.tsx')).PeriodControl,
    grade: async () => (await import('./fields/GradeControl.tsx')).GradeControl,
    class: async () => (await import('./fields/ClassPick.tsx')).ClassPick,
    college: async () => (await import('./fields/FacultyControls.tsx')).CollegeControl,
    major: async () => (await import('./fields/FacultyControls.tsx')).MajorControl,
  },
  rowControls: {
    class: async () => (await import('./fields/ClassPick.tsx')).ClassPick,
    college: async () => (await import('./fields/FacultyControls.tsx')).CollegeControl,
    major: async () => (await import('./fields/FacultyControls.tsx')).MajorControl,
  },
};
