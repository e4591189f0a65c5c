import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  account: { title: 'Account settings', about: 'Personal information, password and devices' },
};
