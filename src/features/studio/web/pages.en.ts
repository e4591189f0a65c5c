import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  studio: { title: 'Schema studio', about: 'Add, retitle and hide fields of this organisation' },
};
