import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  retention: { title: 'Data retention', about: 'How long data are kept, and how they are erased' },
};
