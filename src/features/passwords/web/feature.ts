import type { WebFeature } from '../../../platform/feature/web/feature.ts';

export const passwords: WebFeature = {
  name: 'passwords',
  pages: [
    {
      key: 'passwords',
      path: '/batch-modify-password/index',
      area: 'batch-modify-password',
      group: 'settings',
      order: 10,
      icon: 'key',
      load: async () => (await import('./PasswordsPage.tsx')).PasswordsPage,
    },
    {
      key: 'firstPasswords',
      path: '/teacher-manage/passwords',
      area: 'teacher-manage/passwords',
      group: 'settings',
      order: 20,
      icon: 'key',
      load: async () => (await import('./PasswordsPage.tsx')).FirstPasswordsPage,
    },
  ],
};
