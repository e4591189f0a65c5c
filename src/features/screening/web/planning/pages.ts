import { firstRequests } from '../../../../platform/crud/web/first-requests.ts';
import type { PageEntry } from '../../../../platform/feature/web/page.ts';

/** Pages of the staff who plan screenings and follow them. */
export const planningPages: readonly PageEntry[] = [
  {
    key: 'exams',
    path: '/exam',
    area: 'exam',
    products: ['exam', 'exam_report'],
    group: 'work',
    order: 5,
    icon: async () => (await import('./icons.ts')).icons.fileDone,
    lists: { exam: '' },
    requests: firstRequests('exam', '/v1/portal/exams'),
    load: async () => (await import('./ExamsPage.tsx')).ExamsPage,
  },
  {
    key: 'scales',
    path: '/exam/scales',
    area: 'screening/scale',
    parent: 'exams',
    load: async () => (await import('./ScalesPage.tsx')).ScalesPage,
  },
  {
    key: 'scale',
    path: '/exam/scales/:scale_id',
    area: 'screening/scale',
    parent: 'scales',
    load: async () => (await import('./ScalePage.tsx')).ScalePage,
  },
  {
    key: 'totals',
    path: '/exam/totals',
    area: 'screening/totals',
    parent: 'exams',
    load: async () => (await import('./TotalsPage.tsx')).TotalsPage,
  },
  {
    key: 'exam',
    path: '/exam/:exam_id',
    area: 'exam',
    parent: 'exams',
    load: async () => (await import('./ExamPage.tsx')).ExamPage,
  },
  {
    key: 'topic',
    path: '/exam/:exam_id/topic',
    area: 'exam',
    parent: 'exam',
    load: async () => (await import('./TopicPage.tsx')).TopicPage,
  },
  {
    key: 'progress',
    path: '/screening/progress',
    area: 'screening/progress',
    group: 'work',
    order: 6,
    icon: async () => (await import('./icons.ts')).icons.rise,
    load: async () => (await import('./ProgressPage.tsx')).ProgressPage,
  },
  {
    key: 'examProgress',
    path: '/screening/progress/:exam_id',
    area: 'screening/progress',
    parent: 'progress',
    load: async () => (await import('./ExamProgressPage.tsx')).ExamProgressPage,
  },
  {
    key: 'room',
    path: '/screening/room/:exam_id',
    area: 'screening/room',
    load: async () => (await import('./RoomPage.tsx')).RoomPage,
  },
  {
    key: 'alertRules',
    path: '/screening/rules',
    area: 'screening/rules',
    group: 'work',
    order: 7,
    icon: async () => (await import('./icons.ts')).icons.filter,
    load: async () => (await import('./rules/RulesPage.tsx')).RulesPage,
  },
];
