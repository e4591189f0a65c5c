import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  serviceAccounts: { title: 'Service accounts', about: 'Accounts, rights and secrets of connected systems' },
};
