import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { archiveActs } from './acts.zh.ts';
import { page } from './pages.zh.ts';

export const archive: WebFeature = {
  name: 'archive',
  texts: { page, archiveActs },
  pages: [
    {
      key: 'archive',
      path: '/student/archive',
      area: 'student/archive',
      products: ['archives'],
      parent: 'student',
      requestsOf: (query) => {
        const id = query.get('child_id') ?? '';
        return id === '' ? [] : [`/v1/portal/archives/students/${encodeURIComponent(id)}`];
      },
      load: async () => (await import('./ArchivePage.tsx')).ArchivePage,
    },
    {
      key: 'portrait',
      path: '/student/portraits',
      area: 'org-manage/student',
      parent: 'student',
      load: async () => (await import('./PortraitPage.tsx')).PortraitPage,
    },
  ],
  rowLinks: {
    child_name: {
      area: 'student/archive',
      panel: { entity: 'student', load: async () => (await import('./OverviewDrawer.tsx')).OverviewDrawer },
      to: ({ child_id }) => (typeof child_id === 'string' ? `/student/archive?child_id=${child_id}` : undefined),
    },
  },
  rowActs: {
    class: [
      {
        key: 'archives',
        label: (t) => t('archiveActs.classes'),
        order: 50,
        icon: async () => (await import('./icons.ts')).icons.filePdf,
        area: 'student/archive',
        act: 'export',
        batch: true,
        load: async () => (await import('./ClassArchivesDialog.tsx')).ClassArchivesDialog,
      },
    ],
    student: [
      {
        key: 'archive',
        label: (t) => t('students.acts.archive'),
        order: 40,
        group: (t) => t('students.actGroups.archive'),
        area: 'student/archive',
        act: 'open',
        to: ({ child_id }) => `/student/archive?child_id=${String(child_id)}`,
      },
      {
        key: 'archives',
        label: (t) => t('students.acts.archives'),
        order: 50,
        group: (t) => t('students.actGroups.archive'),
        icon: async () => (await import('./icons.ts')).icons.filePdf,
        area: 'student/archive',
        act: 'export',
        batch: true,
        load: async () => (await import('./ArchivesDialog.tsx')).ArchivesDialog,
      },
    ],
  },
};
