import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';

/** The psychological monthly report. */
export const monthlyReports: WebFeature = {
  name: 'monthly-reports',
  texts: { page },
  pages: [
    {
      key: 'monthlyReport',
      path: '/report/monthly',
      area: 'report/monthly',
      products: ['monthly_report'],
      group: 'work',
      order: 22,
      icon: async () => (await import('./icons.ts')).icons.fund,
      load: async () => (await import('./MonthlyPage.tsx')).MonthlyPage,
    },
  ],
};
