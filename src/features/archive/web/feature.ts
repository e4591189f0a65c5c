import type { WebFeature } from '../../../platform/feature/web/feature.ts';

export const archive: WebFeature = {
  name: 'archive',
  pages: [
    {
      key: 'archive',
      path: '/student/archive',
      area: 'student/archive',
      load: async () => (await import('./ArchivePage.tsx')).ArchivePage,
    },
  ],
};
