import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';
import { passwords as texts } from './texts.zh.ts';

export const passwords: WebFeature = {
  name: 'passwords',
  texts: { passwords: texts, page },
  pages: [
    {
      key: 'passwords',
      path: '/batch-modify-password/index',
      area: 'batch-modify-password',
      group: 'settings',
      order: 10,
      icon: async () => (await import('./icons.ts')).icons.key,
      load: async () => (await import('./PasswordsPage.tsx')).PasswordsPage,
    },
    {
      key: 'firstPasswords',
      path: '/teacher-manage/passwords',
      area: 'teacher-manage/passwords',
      group: 'settings',
      order: 20,
      icon: async () => (await import('./icons.ts')).icons.userAdd,
      load: async () => (await import('./PasswordsPage.tsx')).FirstPasswordsPage,
    },
  ],
};
