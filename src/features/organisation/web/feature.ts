import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { structure } from './texts.zh.ts';

export const organisation: WebFeature = {
  name: 'organisation',
  texts: { structure },
  pages: [
    { key: 'orgManage', path: '/org-manage', area: 'org-manage', group: 'org', order: 10, icon: 'apartment' },
    {
      key: 'structure',
      path: '/org-manage/structure',
      area: 'org-manage/structure',
      parent: 'orgManage',
      tab: true,
      order: 50,
      icon: 'apartment',
      load: async () => (await import('./StructurePage.tsx')).StructurePage,
    },
    {
      key: 'school',
      path: '/school-manage/index',
      area: 'school-manage',
      group: 'org',
      order: 40,
      icon: 'bank',
      load: async () => (await import('./SchoolsPage.tsx')).SchoolsPage,
    },
  ],
  controls: {
    department: async () => (await import('./fields/DepartmentPick.tsx')).DepartmentPick,
    grade: async () => (await import('./fields/GradeControl.tsx')).GradeControl,
    period: async () => (await import('./fields/PeriodControl.tsx')).PeriodControl,
  },
  rowActs: {
    class: [
      {
        key: 'teachers',
        label: (t) => t('structure.classTeachers'),
        order: 10,
        area: 'org-manage/structure',
        act: 'update',
        linked: true,
        load: async () => (await import('./ClassTeachersDialog.tsx')).ClassTeachersDialog,
      },
    ],
  },
};
