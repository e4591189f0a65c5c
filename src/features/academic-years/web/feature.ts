import { firstRequests } from '../../../platform/crud/web/first-requests.ts';
import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';
import { year } from './texts.zh.ts';

export const academicYears: WebFeature = {
  name: 'academic-years',
  texts: { year, page },
  pages: [
    {
      key: 'year',
      path: '/academic-year-setting/index',
      area: 'academic-year-setting',
      group: 'org',
      order: 30,
      icon: async () => (await import('./icons.ts')).icons.calendar,
      lists: { year: '' },
      requests: firstRequests('year', '/v1/portal/orgs/years/list'),
      load: async () => (await import('./YearPage.tsx')).YearPage,
    },
  ],
  controls: { year: async () => (await import('./fields/YearControl.tsx')).YearControl },
  rowControls: { year: async () => (await import('./fields/YearControl.tsx')).YearPick },
};
