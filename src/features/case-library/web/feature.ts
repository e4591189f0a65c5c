import { firstRequests } from '../../../platform/crud/web/first-requests.ts';
import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { CASE_STATUS } from '../../crisis/public.ts';
import { LIBRARY_STATUS } from '../rules/status.ts';
import { libraryActs } from './acts.zh.ts';
import { page } from './pages.zh.ts';

/** Closed crisis cases without people, for the school to learn from. */
export const caseLibrary: WebFeature = {
  name: 'case-library',
  texts: { libraryActs, page },
  pages: [
    {
      key: 'caseLibrary',
      path: '/case-library',
      area: 'case-library',
      products: ['crisis'],
      group: 'work',
      order: 65,
      icon: async () => (await import('./icons.ts')).icons.book,
      lists: { 'library-case': '' },
      requests: firstRequests('library-case', '/v1/portal/case_library'),
      load: async () => (await import('./LibraryPage.tsx')).LibraryPage,
    },
    {
      key: 'libraryCase',
      path: '/case-library/:library_id',
      area: 'case-library',
      parent: 'caseLibrary',
      load: async () => (await import('./LibraryCasePage.tsx')).LibraryCasePage,
    },
  ],
  rowLinks: {
    title: {
      area: 'case-library',
      to: ({ library_id }) => (typeof library_id === 'string' ? `/case-library/${library_id}` : undefined),
    },
  },
  rowActs: {
    'crisis-case': [
      {
        key: 'propose',
        label: (t) => t('libraryActs.propose'),
        order: 60,
        area: 'case-library/propose',
        act: 'write',
        appliesTo: ({ status }) => status === CASE_STATUS.closed,
        load: async () => (await import('./ProposeDialog.tsx')).ProposeDialog,
      },
    ],
    'library-case': [
      {
        key: 'files',
        label: (t) => t('libraryActs.files'),
        order: 20,
        icon: async () => (await import('./icons.ts')).icons.filePdf,
        area: 'case-library/file',
        act: 'export',
        batch: true,
        appliesTo: ({ status }) => status === LIBRARY_STATUS.released,
        load: async () => (await import('./FilesDialog.tsx')).FilesDialog,
      },
    ],
  },
  notices: {
    library_case: { open: { area: 'case-library/propose', run: (id, go) => go(`/case-library/${id}`) } },
    library_review: { open: { area: 'case-library/review', run: (id, go) => go(`/case-library/${id}`) } },
  },
};
