import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  studio: { title: 'Schema studio', about: 'Add, retitle and hide fields of this organisation' },
  layers: {
    title: 'Fields for schools',
    about: 'Send fields and resources to your schools: preview, pilot, take back',
  },
};
