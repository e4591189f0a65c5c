import type { ComponentType } from 'react';
import type { zh } from '../../../app/web/texts/zh.ts';
import type { Area } from '../../access/areas.ts';
import { OWN_PAGE } from '../../schema/own-resource.ts';

export type PageKey = keyof typeof zh.pages.titles;
export type MenuGroup = keyof typeof zh.layout.groups;

/** A page behind the login. */
export interface PageEntry {
  key: PageKey;
  /** Route path (`spec §2`). */
  path: string;
  /** Area whose `open` shows it; absent where everybody who is signed in may see it. */
  area?: Area;
  /** Where the main menu lists it; absent for pages that are reached otherwise. */
  group?: MenuGroup;
  /** The page it is a tab of, or that the breadcrumb leads back to. */
  parent?: PageKey;
  /** Whether it is one of the tabs of its parent. */
  tab?: boolean;
  /** Without it, the page comes later and says so. */
  load?: () => Promise<ComponentType>;
}

/**
 * Every page of `spec §2` behind the login; the routes, the menu, the tabs, the breadcrumb and the list of pages to
 * come are made from it.
 */
export const PAGES: readonly PageEntry[] = [
  {
    key: 'index',
    path: '/index',
    load: async () => (await import('../../../features/home/web/HomePage.tsx')).HomePage,
  },
  {
    key: 'account',
    path: '/account-seeting',
    load: async () => (await import('../../../features/account/web/AccountPage.tsx')).AccountPage,
  },
  {
    key: 'service',
    path: '/service-expiration-description',
    load: async () => (await import('../../../features/subscription/web/ServicePage.tsx')).ServicePage,
  },
  { key: 'article', path: '/article-details/:articleId' },
  { key: 'ai', path: '/ai-chat', area: 'ai-chat' },
  { key: 'announcements', path: '/platform-announcement' },
  { key: 'announcement', path: '/platform-announcement/details/:announcementId', parent: 'announcements' },
  { key: 'help', path: '/help-center/index' },

  { key: 'orgManage', path: '/org-manage', area: 'org-manage', group: 'org' },
  {
    key: 'student',
    path: '/org-manage/student',
    area: 'org-manage/student',
    parent: 'orgManage',
    tab: true,
    load: async () => (await import('../../../features/students/web/StudentPage.tsx')).StudentPage,
  },
  {
    key: 'class',
    path: '/org-manage/class',
    area: 'org-manage/class',
    parent: 'orgManage',
    tab: true,
    load: async () => (await import('../../../features/classes/web/ClassPage.tsx')).ClassPage,
  },
  {
    key: 'guardian',
    path: '/org-manage/guardian',
    area: 'org-manage/guardian',
    parent: 'orgManage',
    tab: true,
    load: async () => (await import('../../../features/guardians/web/GuardianPage.tsx')).GuardianPage,
  },
  {
    key: 'customGroup',
    path: '/org-manage/custom-group',
    area: 'org-manage/custom-group',
    parent: 'orgManage',
    tab: true,
    load: async () => (await import('../../../features/groups/web/GroupPage.tsx')).GroupPage,
  },
  {
    key: 'structure',
    path: '/org-manage/structure',
    area: 'org-manage/structure',
    parent: 'orgManage',
    tab: true,
    load: async () => (await import('../../../features/organisation/web/StructurePage.tsx')).StructurePage,
  },
  {
    key: 'faculty',
    path: '/org-manage/faculty',
    area: 'org-manage/faculty',
    parent: 'orgManage',
    tab: true,
    load: async () => (await import('../../../features/classes/web/FacultyPage.tsx')).FacultyPage,
  },
  {
    key: 'teacher',
    path: '/teacher-manage/index',
    area: 'teacher-manage',
    group: 'org',
    load: async () => (await import('../../../features/staff/web/TeacherPage.tsx')).TeacherPage,
  },
  {
    key: 'year',
    path: '/academic-year-setting/index',
    area: 'academic-year-setting',
    group: 'org',
    load: async () => (await import('../../../features/academic-years/web/YearPage.tsx')).YearPage,
  },
  {
    key: 'school',
    path: '/school-manage/index',
    area: 'school-manage',
    group: 'org',
    load: async () => (await import('../../../features/organisation/web/SchoolsPage.tsx')).SchoolsPage,
  },

  { key: 'intervene', path: '/intervention', area: 'intervention', group: 'work' },
  {
    key: 'intervention',
    path: '/intervention/record',
    area: 'intervention',
    parent: 'intervene',
    tab: true,
    load: async () => (await import('../../../features/interventions/web/RecordPage.tsx')).InterventionPage,
  },
  {
    key: 'interview',
    path: '/intervention/interview',
    area: 'intervention/interview',
    parent: 'intervene',
    tab: true,
    load: async () => (await import('../../../features/interventions/web/RecordPage.tsx')).InterviewPage,
  },
  {
    key: 'consultation',
    path: '/intervention/consultation',
    area: 'intervention/consultation',
    parent: 'intervene',
    tab: true,
    load: async () => (await import('../../../features/interventions/web/ConsultationPage.tsx')).ConsultationPage,
  },
  {
    key: 'referral',
    path: '/intervention/referral',
    area: 'intervention/referral',
    parent: 'intervene',
    tab: true,
    load: async () => (await import('../../../features/interventions/web/ReferralPage.tsx')).ReferralPage,
  },
  {
    key: 'followUp',
    path: '/intervention/follow-up',
    area: 'intervention/follow-up',
    parent: 'intervene',
    tab: true,
    load: async () => (await import('../../../features/interventions/web/RecordPage.tsx')).FollowUpPage,
  },
  {
    key: 'sandplay',
    path: '/intervention/sandplay',
    area: 'intervention/sandplay',
    parent: 'intervene',
    tab: true,
    load: async () => (await import('../../../features/interventions/web/RecordPage.tsx')).SandplayPage,
  },
  {
    key: 'drawing',
    path: '/intervention/drawing',
    area: 'intervention/drawing',
    parent: 'intervene',
    tab: true,
    load: async () => (await import('../../../features/interventions/web/RecordPage.tsx')).DrawingPage,
  },
  {
    key: 'custom',
    path: '/intervention/custom',
    area: 'intervention/custom',
    parent: 'intervene',
    tab: true,
    load: async () => (await import('../../../features/interventions/web/RecordPage.tsx')).CustomPage,
  },
  {
    key: 'warnStatistics',
    path: '/warning/statistics',
    area: 'warning/statistics',
    group: 'work',
    load: async () => (await import('../../../features/crisis/web/statistics/StatisticsPage.tsx')).StatisticsPage,
  },

  {
    key: 'passwords',
    path: '/batch-modify-password/index',
    area: 'batch-modify-password',
    group: 'settings',
    load: async () => (await import('../../../features/passwords/web/PasswordsPage.tsx')).PasswordsPage,
  },
  {
    key: 'firstPasswords',
    path: '/teacher-manage/passwords',
    area: 'teacher-manage/passwords',
    group: 'settings',
    load: async () => (await import('../../../features/passwords/web/PasswordsPage.tsx')).FirstPasswordsPage,
  },
  {
    key: 'security',
    path: '/security-setting/index',
    area: 'security-setting',
    group: 'settings',
    load: async () => (await import('../../../features/security-settings/web/SecurityPage.tsx')).SecurityPage,
  },
  {
    key: 'escalation',
    path: '/warning/escalation',
    area: 'escalation',
    group: 'settings',
    load: async () => (await import('../../../features/crisis/web/escalation/EscalationPage.tsx')).EscalationPage,
  },
  {
    key: 'site',
    path: '/site-setting/index',
    area: 'site-setting',
    group: 'settings',
    load: async () => (await import('../../../features/sites/web/SitePage.tsx')).SitePage,
  },
  {
    key: 'studio',
    path: '/schema-studio',
    area: 'schema-studio',
    group: 'settings',
    load: async () => (await import('../../../features/studio/web/StudioPage.tsx')).StudioPage,
  },
  {
    key: 'log',
    path: '/operation-log/index',
    area: 'operation-log',
    group: 'settings',
    load: async () => (await import('../../../features/operation-log/web/LogPage.tsx')).LogPage,
  },

  {
    key: 'warnManual',
    path: '/warning/manual',
    area: 'warning/manual',
    group: 'work',
    load: async () => (await import('../../../features/crisis/web/WarnsPage.tsx')).ManualWarns,
  },
  {
    key: 'warnAssessment',
    path: '/warning/assessment',
    area: 'warning/assessment',
    group: 'work',
    load: async () => (await import('../../../features/crisis/web/WarnsPage.tsx')).AssessmentWarns,
  },
  {
    key: 'warnSmartTalk',
    path: '/warning/smart-talk',
    area: 'warning/smart-talk',
    group: 'work',
    load: async () => (await import('../../../features/crisis/web/WarnsPage.tsx')).SmartTalkWarns,
  },
  // What a number of the statistics counts; its area is one of those whose warnings it has.
  {
    key: 'warns',
    path: '/warning/list',
    area: 'warning/manual',
    parent: 'warnStatistics',
    load: async () => (await import('../../../features/crisis/web/WarnsPage.tsx')).AllWarns,
  },
  {
    key: 'cases',
    path: '/crisis/case',
    area: 'crisis/case',
    group: 'work',
    load: async () => (await import('../../../features/crisis/web/CasesPage.tsx')).CasesPage,
  },
  {
    key: 'case',
    path: '/crisis/case/:case_id',
    area: 'crisis/case',
    parent: 'cases',
    load: async () => (await import('../../../features/crisis/web/CasePage.tsx')).CasePage,
  },

  // Resources that only one tenant has: their menu entries come from their schemas.
  {
    key: 'own',
    path: `${OWN_PAGE}/:entity`,
    load: async () => (await import('../../crud/web/own/OwnPage.tsx')).OwnPage,
  },

  {
    key: 'archive',
    path: '/student/archive',
    area: 'student/archive',
    load: async () => (await import('../../../features/archive/web/ArchivePage.tsx')).ArchivePage,
  },
  {
    key: 'comment',
    path: '/student/comment/:child_id/:year',
    area: 'student/comment',
    load: async () => (await import('../../../features/comments/web/CommentPage.tsx')).CommentPage,
  },
  { key: 'exam', path: '/exam/:exam_id/topic', area: 'exam' },
  { key: 'report', path: '/exam/personal-report/show/:exam_id/:child_exam_id', area: 'exam' },
];

/** Where the records of an area are read. */
export const recordPage = (area: string | undefined): string | undefined =>
  PAGES.find((page) => page.load && page.area === area)?.path;

export const pageOf = (key: PageKey): PageEntry | undefined => PAGES.find((page) => page.key === key);

/** The tabs of a page that the role may open. */
export const tabsOf = (key: PageKey, mayOpen: (page: PageEntry) => boolean): PageEntry[] =>
  PAGES.filter((page) => page.tab && page.parent === key && mayOpen(page));
