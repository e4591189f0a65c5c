import { firstRequests } from '../../../platform/crud/web/first-requests.ts';
import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';

export const guardians: WebFeature = {
  name: 'guardians',
  texts: { page },
  pages: [
    {
      key: 'guardian',
      path: '/org-manage/guardian',
      area: 'org-manage/guardian',
      parent: 'orgManage',
      tab: true,
      order: 30,
      icon: async () => (await import('./icons.ts')).icons.user,
      lists: { guardian: '' },
      requests: firstRequests('guardian', '/v1/portal/guardians'),
      load: async () => (await import('./GuardianPage.tsx')).GuardianPage,
    },
  ],
  rowActs: {
    student: [
      {
        key: 'guardians',
        label: (t) => t('students.acts.guardians'),
        order: 20,
        area: 'org-manage/guardian',
        act: 'open',
        linked: true,
        load: async () => (await import('./GuardiansDialog.tsx')).GuardiansDialog,
      },
      {
        key: 'consent',
        label: (t) => t('students.acts.consent'),
        order: 30,
        icon: async () => (await import('./icons.ts')).icons.safetyCertificate,
        act: 'open',
        batch: true,
        load: async () => (await import('./ConsentDialog.tsx')).ConsentDialog,
      },
    ],
  },
};
