import { firstRequests } from '../../../../platform/crud/web/first-requests.ts';
import type { PageEntry } from '../../../../platform/feature/web/page.ts';

/** Pages of an institution that plans screenings for its schools. */
export const bureauPages: readonly PageEntry[] = [
  {
    key: 'bureauPlans',
    path: '/screening/bureau',
    area: 'screening/bureau',
    group: 'work',
    order: 8,
    icon: async () => (await import('./icons.ts')).icons.deploymentUnit,
    lists: { 'bureau-plan': '' },
    requests: firstRequests('bureau-plan', '/v1/portal/bureau_plans'),
    load: async () => (await import('./BureauPlansPage.tsx')).BureauPlansPage,
  },
  {
    key: 'bureauPlan',
    path: '/screening/bureau/:plan_id',
    area: 'screening/bureau',
    parent: 'bureauPlans',
    load: async () => (await import('./BureauPlanPage.tsx')).BureauPlanPage,
  },
];
