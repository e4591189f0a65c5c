import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  caseLibrary: { title: 'Case library', about: 'Reviewed cases without identities, for the school to learn from' },
  libraryCase: { title: 'Library case', about: 'A case without identities' },
};
