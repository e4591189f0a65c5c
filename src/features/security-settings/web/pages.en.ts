import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  security: { title: 'Security settings', about: 'Watermark, masking and identity verification' },
};
