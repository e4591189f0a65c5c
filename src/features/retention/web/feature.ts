import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { retentionActs } from './acts.zh.ts';
import { page } from './pages.zh.ts';

export const retention: WebFeature = {
  name: 'retention',
  texts: { retentionActs, page },
  pages: [
    {
      key: 'retention',
      path: '/retention',
      area: 'retention',
      group: 'settings',
      order: 65,
      icon: async () => (await import('./icons.ts')).icons.retention,
      load: async () => (await import('./RetentionPage.tsx')).RetentionPage,
    },
  ],
  rowActs: {
    student: [
      {
        key: 'hold',
        label: (t) => t('retentionActs.hold'),
        order: 65,
        group: (t) => t('students.actGroups.archive'),
        area: 'retention/hold',
        act: 'create',
        load: async () => (await import('./HoldDialog.tsx')).HoldDialog,
      },
    ],
  },
};
