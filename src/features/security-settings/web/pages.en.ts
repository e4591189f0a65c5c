import type * as zh from './pages.zh.ts';

export const page: typeof zh.page = {
  security: { title: 'Security settings', about: 'Watermark, masking and identity verification' },
};

export const menuGroup: typeof zh.menuGroup = { settings: 'Settings' };
