import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { isAtSchool } from '../../students/public.ts';

export const privacy: WebFeature = {
  name: 'privacy',
  rowActs: {
    student: [
      {
        key: 'record',
        label: (t) => t('students.acts.record'),
        order: 60,
        group: (t) => t('students.actGroups.archive'),
        area: 'student/record',
        act: 'export',
        load: async () => (await import('./RecordDialogs.tsx')).RecordDialog,
      },
      {
        key: 'erase',
        label: (t) => t('students.acts.erase'),
        order: 70,
        group: (t) => t('students.actGroups.archive'),
        area: 'student/record',
        act: 'delete',
        danger: true,
        appliesTo: (row) => !isAtSchool(Number(row['study_status'])),
        load: async () => (await import('./RecordDialogs.tsx')).EraseDialog,
      },
    ],
  },
};
