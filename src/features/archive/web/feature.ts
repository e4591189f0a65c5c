import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';

export const archive: WebFeature = {
  name: 'archive',
  texts: { page },
  pages: [
    {
      key: 'archive',
      path: '/student/archive',
      area: 'student/archive',
      load: async () => (await import('./ArchivePage.tsx')).ArchivePage,
    },
  ],
  rowActs: {
    student: [
      {
        key: 'archive',
        label: (t) => t('students.acts.archive'),
        order: 40,
        area: 'student/archive',
        act: 'open',
        to: ({ child_id }) => `/student/archive?child_id=${String(child_id)}`,
      },
      {
        key: 'archives',
        label: (t) => t('students.acts.archives'),
        order: 50,
        icon: 'file-pdf',
        area: 'student/archive',
        act: 'export',
        batch: true,
        load: async () => (await import('./ArchivesDialog.tsx')).ArchivesDialog,
      },
    ],
  },
};
