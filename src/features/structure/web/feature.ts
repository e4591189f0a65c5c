import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';
import { structure as texts } from './texts.zh.ts';

export const structure: WebFeature = {
  name: 'structure',
  texts: { structure: texts, page },
  pages: [
    {
      key: 'structure',
      path: '/org-manage/structure',
      lists: { department: '' },
      area: 'org-manage/structure',
      parent: 'orgManage',
      tab: true,
      order: 50,
      icon: async () => (await import('./icons.ts')).icons.partition,
      load: async () => (await import('./StructurePage.tsx')).StructurePage,
    },
  ],
  rowActs: {
    class: [
      {
        key: 'teachers',
        label: (t) => t('structure.classTeachers'),
        order: 10,
        area: 'org-manage/structure/grades',
        act: 'update',
        linked: true,
        load: async () => (await import('./ClassTeachersDialog.tsx')).ClassTeachersDialog,
      },
    ],
  },
};
