import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  own: { title: 'Own resources', about: 'Records of the school itself' },
};
