import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { errors } from '../errors.ts';
import { page } from './pages.zh.ts';

export const personalReports: WebFeature = {
  name: 'personal-reports',
  errors,
  texts: { page },
  pages: [
    {
      key: 'report',
      path: '/exam/personal-report/show/:exam_id/:child_exam_id',
      area: 'screening/result',
      load: async () => (await import('./ReportPage.tsx')).ReportPage,
    },
    // Without an area: students and guardians have no rights in the browser, and the server decides on each call.
    {
      key: 'ownReport',
      path: '/my/report/:child_exam_id',
      load: async () => (await import('./ReportPage.tsx')).OwnReportPage,
    },
  ],
};
