import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { transferActs } from './acts.zh.ts';
import { page } from './pages.zh.ts';

export const transfers: WebFeature = {
  name: 'transfers',
  texts: { transferActs, page },
  pages: [
    {
      key: 'transfers',
      path: '/transfers',
      area: 'transfer/receive',
      group: 'work',
      order: 90,
      icon: async () => (await import('./icons.ts')).icons.transfers,
      load: async () => (await import('./TransfersPage.tsx')).TransfersPage,
    },
  ],
  rowActs: {
    student: [
      {
        key: 'transfer',
        label: (t) => t('transferActs.send'),
        order: 55,
        group: (t) => t('students.actGroups.archive'),
        area: 'transfer/send',
        act: 'send',
        load: async () => (await import('./SendDialog.tsx')).SendStudentDialog,
      },
    ],
  },
  notices: {
    transfer: { open: { area: 'transfer/receive', run: (_, go) => go('/transfers') } },
    transfer_answer: { open: { area: 'transfer/send', run: (_, go) => go('/transfers?tab=sent') } },
  },
};
