import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  passwords: { title: 'Batch passwords', about: 'New passwords for several accounts' },
  firstPasswords: { title: 'First passwords', about: 'First passwords of staff who have none yet' },
};
