import { firstRequests } from '../../../platform/crud/web/first-requests.ts';
import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { isAtSchool } from '../../students/public.ts';
import { openCrisisReport, openVerification } from './crisis-dialogs.ts';
import { page } from './pages.zh.ts';

/** Kinds of notices that can be acknowledged. */
const ACKNOWLEDGEABLE = ['warning', 'escalated', 'unanswered', 'drill'];

export const crisis: WebFeature = {
  name: 'crisis',
  tour: async () => (await import('./tour.ts')).steps,
  texts: { page },
  pages: [
    {
      key: 'warnStatistics',
      path: '/warning/statistics',
      area: 'warning/statistics',
      group: 'work',
      order: 20,
      icon: async () => (await import('./icons.ts')).icons.barChart,
      load: async () => (await import('./statistics/StatisticsPage.tsx')).StatisticsPage,
    },
    {
      key: 'escalation',
      path: '/warning/escalation',
      area: 'escalation',
      group: 'settings',
      order: 40,
      icon: async () => (await import('./icons.ts')).icons.nodeIndex,
      load: async () => (await import('./escalation/EscalationPage.tsx')).EscalationPage,
    },
    {
      key: 'warnManual',
      path: '/warning/manual',
      area: 'warning/manual',
      group: 'work',
      order: 30,
      icon: async () => (await import('./icons.ts')).icons.alert,
      load: async () => (await import('./WarnsPage.tsx')).ManualWarns,
    },
    {
      key: 'ownReports',
      path: '/warning/own-reports',
      area: 'crisis-report',
      group: 'work',
      order: 15,
      icon: async () => (await import('./icons.ts')).icons.profile,
      load: async () => (await import('./OwnReportsPage.tsx')).OwnReportsPage,
    },
    {
      key: 'warnAssessment',
      path: '/warning/assessment',
      area: 'warning/assessment',
      group: 'work',
      order: 40,
      icon: async () => (await import('./icons.ts')).icons.form,
      load: async () => (await import('./WarnsPage.tsx')).AssessmentWarns,
    },
    {
      key: 'warnSmartTalk',
      path: '/warning/smart-talk',
      area: 'warning/smart-talk',
      products: ['smart_talk'],
      group: 'work',
      order: 50,
      icon: async () => (await import('./icons.ts')).icons.comment,
      load: async () => (await import('./WarnsPage.tsx')).SmartTalkWarns,
    },
    // The warnings of all sources; its area is one of those whose warnings it lists. Numbers of the statistics open it.
    {
      key: 'warns',
      path: '/warning/list',
      area: 'warning/manual',
      products: ['warning'],
      group: 'work',
      order: 25,
      icon: async () => (await import('./icons.ts')).icons.unorderedList,
      lists: { warn: '' },
      requests: firstRequests('warn', '/v1/portal/psychology_warns'),
      load: async () => (await import('./WarnsPage.tsx')).AllWarns,
    },
    {
      key: 'cases',
      path: '/crisis/case',
      area: 'crisis/case',
      products: ['crisis'],
      group: 'work',
      order: 60,
      icon: async () => (await import('./icons.ts')).icons.folderOpen,
      lists: { 'crisis-case': '' },
      requests: firstRequests('crisis-case', '/v1/portal/psychology_crisis/cases'),
      load: async () => (await import('./CasesPage.tsx')).CasesPage,
    },
    {
      key: 'case',
      path: '/crisis/case/:case_id',
      area: 'crisis/case',
      parent: 'cases',
      load: async () => (await import('./CasePage.tsx')).CasePage,
    },
  ],
  homeCards: {
    warnings: async () => (await import('./WorkCards.tsx')).WarningsCard,
    'open-cases': async () => (await import('./WorkCards.tsx')).OpenCasesCard,
    'recent-cases': async () => (await import('./WorkCards.tsx')).RecentCasesCard,
    'own-reports': async () => (await import('./WorkCards.tsx')).OwnReportsCard,
    'warn-trend': async () => (await import('./TrendCard.tsx')).TrendCard,
  },
  values: {
    crisis_level: async () => (await import('./LevelValue.tsx')).LevelValue,
    waiting: async () => (await import('./WaitingValue.tsx')).WaitingValue,
  },
  rowActs: {
    student: [
      {
        key: 'report',
        label: (t) => t('students.acts.report'),
        order: 10,
        area: 'crisis-report',
        act: 'report',
        appliesTo: (row) => isAtSchool(Number(row['study_status'])),
        run: ({ child_id, child_name }) =>
          openCrisisReport({ student: { child_id: String(child_id), child_name: String(child_name) } }),
      },
    ],
  },
  notices: {
    crisis_case: { open: { area: 'crisis/case', run: (id, go) => go(`/crisis/case/${id}`) } },
    warn: {
      open: { area: 'crisis/warn', run: (id) => openVerification(id) },
      otherwise: { area: 'crisis-report', run: (_, go) => go('/warning/own-reports') },
      asking: ACKNOWLEDGEABLE,
      take: async (id) => (await import('./acknowledge.ts')).acknowledgeWarningNotice(id),
    },
    drill: {
      asking: ACKNOWLEDGEABLE,
      take: async (id) => (await import('./acknowledge.ts')).acknowledgeDrillNotice(id),
    },
  },
};
