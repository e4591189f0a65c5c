import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';

/** Reports of a screening over groups, and of an institution's plan over its schools. */
export const groupReports: WebFeature = {
  name: 'group-reports',
  texts: { page },
  pages: [
    {
      key: 'groupReport',
      path: '/exam/:exam_id/report',
      area: 'screening/report',
      parent: 'exam',
      load: async () => (await import('./GroupReportPage.tsx')).GroupReportPage,
    },
    {
      key: 'areaReport',
      path: '/screening/bureau/:plan_id/report',
      area: 'screening/area-report',
      parent: 'bureauPlan',
      load: async () => (await import('./AreaReportPage.tsx')).AreaReportPage,
    },
    {
      key: 'areaSchoolReport',
      path: '/screening/bureau/:plan_id/report/:school_id',
      area: 'screening/school-report',
      parent: 'areaReport',
      load: async () => (await import('./AreaReportPage.tsx')).AreaSchoolReportPage,
    },
  ],
};
