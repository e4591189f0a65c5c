import { page as academicYearsPages } from '../../../features/academic-years/web/pages.zh.ts';
import * as academicYears from '../../../features/academic-years/web/texts.zh.ts';
import * as accountLogin from '../../../features/account/web/login/texts.zh.ts';
import { page as accountPages } from '../../../features/account/web/pages.zh.ts';
import * as account from '../../../features/account/web/texts.zh.ts';
import { page as aiChatPages } from '../../../features/ai-chat/web/pages.zh.ts';
import * as aiChat from '../../../features/ai-chat/web/texts.zh.ts';
import { page as announcementPages } from '../../../features/announcements/web/pages.zh.ts';
import * as announcements from '../../../features/announcements/web/texts.zh.ts';
import * as archiveActs from '../../../features/archive/web/acts.zh.ts';
import { page as archivePages } from '../../../features/archive/web/pages.zh.ts';
import * as archive from '../../../features/archive/web/texts.zh.ts';
import * as libraryActs from '../../../features/case-library/web/acts.zh.ts';
import { page as libraryPages } from '../../../features/case-library/web/pages.zh.ts';
import * as caseLibrary from '../../../features/case-library/web/texts.zh.ts';
import { page as classesPages } from '../../../features/classes/web/pages.zh.ts';
import * as classes from '../../../features/classes/web/texts.zh.ts';
import { page as commentsPages } from '../../../features/comments/web/pages.zh.ts';
import * as comments from '../../../features/comments/web/texts.zh.ts';
import * as concern from '../../../features/concern/web/texts.zh.ts';
import { page as crisisPages } from '../../../features/crisis/web/pages.zh.ts';
import * as safetyPlan from '../../../features/crisis/web/safety-plan-texts.zh.ts';
import * as warnStatistics from '../../../features/crisis/web/statistics/texts.zh.ts';
import * as crisis from '../../../features/crisis/web/texts.zh.ts';
import { tour as crisisTour } from '../../../features/crisis/web/tour.zh.ts';
import * as exportTasks from '../../../features/exports/web/texts.zh.ts';
import { page as groupReportPages } from '../../../features/group-reports/web/pages.zh.ts';
import * as groupReports from '../../../features/group-reports/web/texts.zh.ts';
import { page as groupsPages } from '../../../features/groups/web/pages.zh.ts';
import * as groups from '../../../features/groups/web/texts.zh.ts';
import { page as guardiansPages } from '../../../features/guardians/web/pages.zh.ts';
import * as guardians from '../../../features/guardians/web/texts.zh.ts';
import { page as helpPages } from '../../../features/help/web/pages.zh.ts';
import * as help from '../../../features/help/web/texts.zh.ts';
import { tour as helpTour } from '../../../features/help/web/tour.zh.ts';
import { page as homePages } from '../../../features/home/web/pages.zh.ts';
import * as home from '../../../features/home/web/texts.zh.ts';
import { tour as homeTour } from '../../../features/home/web/tour.zh.ts';
import {
  menuGroup as interventionsGroup,
  page as interventionsPages,
} from '../../../features/interventions/web/pages.zh.ts';
import * as interventions from '../../../features/interventions/web/texts.zh.ts';
import { page as invitationsPages } from '../../../features/invitations/web/pages.zh.ts';
import * as registration from '../../../features/invitations/web/register/texts.zh.ts';
import * as invitations from '../../../features/invitations/web/texts.zh.ts';
import { page as largeScreenPages } from '../../../features/large-screen/web/pages.zh.ts';
import * as largeScreen from '../../../features/large-screen/web/texts.zh.ts';
import { page as monthlyReportPages } from '../../../features/monthly-reports/web/pages.zh.ts';
import * as monthlyReports from '../../../features/monthly-reports/web/texts.zh.ts';
import * as notices from '../../../features/notices/web/texts.zh.ts';
import { tour as noticesTour } from '../../../features/notices/web/tour.zh.ts';
import * as onlineService from '../../../features/online-service/web/texts.zh.ts';
import { page as operationLogPages } from '../../../features/operation-log/web/pages.zh.ts';
import * as operationLog from '../../../features/operation-log/web/texts.zh.ts';
import {
  menuGroup as organisationGroup,
  page as organisationPages,
} from '../../../features/organisation/web/pages.zh.ts';
import * as organisation from '../../../features/organisation/web/texts.zh.ts';
import { tour as organisationTour } from '../../../features/organisation/web/tour.zh.ts';
import { page as passwordsPages } from '../../../features/passwords/web/pages.zh.ts';
import * as passwords from '../../../features/passwords/web/texts.zh.ts';
import { page as personalReportPages } from '../../../features/personal-reports/web/pages.zh.ts';
import * as personalReports from '../../../features/personal-reports/web/texts.zh.ts';
import * as privacy from '../../../features/privacy/web/texts.zh.ts';
import * as resultExportActs from '../../../features/result-exports/web/acts.zh.ts';
import * as resultExports from '../../../features/result-exports/web/texts.zh.ts';
import { retentionActs } from '../../../features/retention/web/acts.zh.ts';
import { page as retentionPages } from '../../../features/retention/web/pages.zh.ts';
import * as retention from '../../../features/retention/web/texts.zh.ts';
import { page as rosterPages } from '../../../features/roster/web/pages.zh.ts';
import * as roster from '../../../features/roster/web/texts.zh.ts';
import { page as screeningBureauPages } from '../../../features/screening/web/bureau/pages.zh.ts';
import * as screeningBureau from '../../../features/screening/web/bureau/texts.zh.ts';
import { page as screeningPackPages } from '../../../features/screening/web/packs/pages.zh.ts';
import * as screeningPacks from '../../../features/screening/web/packs/texts.zh.ts';
import { page as screeningPages } from '../../../features/screening/web/pages.zh.ts';
import { page as screeningPlanningPages } from '../../../features/screening/web/planning/pages.zh.ts';
import * as screeningPlanning from '../../../features/screening/web/planning/texts.zh.ts';
import { page as screeningQuestionnairePages } from '../../../features/screening/web/questionnaires/pages.zh.ts';
import * as screeningQuestionnaires from '../../../features/screening/web/questionnaires/texts.zh.ts';
import * as screening from '../../../features/screening/web/texts.zh.ts';
import { tour as screeningTour } from '../../../features/screening/web/tour.zh.ts';
import * as search from '../../../features/search/web/texts.zh.ts';
import { tour as searchTour } from '../../../features/search/web/tour.zh.ts';
import {
  menuGroup as securitySettingsGroup,
  page as securitySettingsPages,
} from '../../../features/security-settings/web/pages.zh.ts';
import * as securitySettings from '../../../features/security-settings/web/texts.zh.ts';
import { page as serviceAccountsPages } from '../../../features/service-accounts/web/pages.zh.ts';
import * as serviceAccounts from '../../../features/service-accounts/web/texts.zh.ts';
import * as signUp from '../../../features/sign-up/web/texts.zh.ts';
import { page as sitesPages } from '../../../features/sites/web/pages.zh.ts';
import * as sites from '../../../features/sites/web/texts.zh.ts';
import { page as staffPages } from '../../../features/staff/web/pages.zh.ts';
import * as staff from '../../../features/staff/web/texts.zh.ts';
import { page as structurePages } from '../../../features/structure/web/pages.zh.ts';
import * as structure from '../../../features/structure/web/texts.zh.ts';
import { page as studentsPages } from '../../../features/students/web/pages.zh.ts';
import * as students from '../../../features/students/web/texts.zh.ts';
import { tour as studentsTour } from '../../../features/students/web/tour.zh.ts';
import { studioAutomations } from '../../../features/studio/web/automations/texts.zh.ts';
import * as studioLayers from '../../../features/studio/web/layers/texts.zh.ts';
import { studioLayout } from '../../../features/studio/web/layout/texts.zh.ts';
import * as studioPackage from '../../../features/studio/web/package/texts.zh.ts';
import { page as studioPages } from '../../../features/studio/web/pages.zh.ts';
import { studioPrints } from '../../../features/studio/web/prints/texts.zh.ts';
import { studioSheet } from '../../../features/studio/web/sheet/texts.zh.ts';
import { studioStates } from '../../../features/studio/web/states/texts.zh.ts';
import * as studio from '../../../features/studio/web/texts.zh.ts';
import { studioViews } from '../../../features/studio/web/views/texts.zh.ts';
import { page as subscriptionPages } from '../../../features/subscription/web/pages.zh.ts';
import * as subscription from '../../../features/subscription/web/texts.zh.ts';
import { TABLE_TITLES as erasedTables } from '../../../features/tenants/table-titles.ts';
import { page as tenantPages } from '../../../features/tenants/web/pages.zh.ts';
import * as tenants from '../../../features/tenants/web/texts.zh.ts';
import { page as thirdPartyPages } from '../../../features/third-party/web/pages.zh.ts';
import * as thirdParty from '../../../features/third-party/web/texts.zh.ts';
import { transferActs } from '../../../features/transfers/web/acts.zh.ts';
import { page as transferPages } from '../../../features/transfers/web/pages.zh.ts';
import * as transfers from '../../../features/transfers/web/texts.zh.ts';
import * as verification from '../../../features/verification/web/texts.zh.ts';
import { page as webhooksPages } from '../../../features/webhooks/web/pages.zh.ts';
import * as webhooks from '../../../features/webhooks/web/texts.zh.ts';
import { charts } from '../../../platform/charts/web/texts.zh.ts';
import { page as ownPages } from '../../../platform/crud/web/own/pages.zh.ts';
import { formTabs } from '../../../platform/crud/web/texts/zh/form-tabs.ts';
import { show } from '../../../platform/crud/web/texts/zh/show.ts';
import { states } from '../../../platform/crud/web/texts/zh/states.ts';
import { zh as platform } from '../../../platform/i18n/web/texts/zh.ts';
import { richText } from '../../../platform/rich-text/web/texts.zh.ts';
import { codes } from '../../../platform/ui/web/texts/zh/codes.ts';
import { doors } from '../pages/doors/texts.zh.ts';
import { tour as doorsTour } from '../pages/doors/tour.zh.ts';
import { entity } from './entities.zh.ts';

/** Title and purpose of every page, by its key. */
const tour = {
  ...crisisTour,
  ...doorsTour,
  ...helpTour,
  ...homeTour,
  ...noticesTour,
  ...organisationTour,
  ...screeningTour,
  ...searchTour,
  ...studentsTour,
};

const page = {
  ...academicYearsPages,
  ...accountPages,
  ...aiChatPages,
  ...announcementPages,
  ...archivePages,
  ...libraryPages,
  ...classesPages,
  ...commentsPages,
  ...crisisPages,
  ...groupReportPages,
  ...groupsPages,
  ...guardiansPages,
  ...helpPages,
  ...homePages,
  ...interventionsPages,
  ...invitationsPages,
  ...largeScreenPages,
  ...monthlyReportPages,
  ...operationLogPages,
  ...organisationPages,
  ...passwordsPages,
  ...personalReportPages,
  ...retentionPages,
  ...rosterPages,
  ...tenantPages,
  ...transferPages,
  ...screeningPages,
  ...screeningBureauPages,
  ...screeningPackPages,
  ...screeningPlanningPages,
  ...screeningQuestionnairePages,
  ...securitySettingsPages,
  ...thirdPartyPages,
  ...serviceAccountsPages,
  ...webhooksPages,
  ...sitesPages,
  ...staffPages,
  ...structurePages,
  ...studentsPages,
  ...studioPages,
  ...subscriptionPages,
  ...ownPages,
};

/** Title of every group of the main menu, by its key. */
const menuGroup = { ...organisationGroup, ...interventionsGroup, ...securitySettingsGroup };

/**
 * Every Chinese text, for the types of its keys and for the tests. The browser loads those that a feature brings, and
 * the others with their pages.
 */
export const zh = {
  ...platform,
  ...accountLogin,
  ...organisation,
  ...subscription,
  ...help,
  ...home,
  ...operationLog,
  ...academicYears,
  ...account,
  ...aiChat,
  ...announcements,
  ...archive,
  ...archiveActs,
  ...libraryActs,
  ...caseLibrary,
  ...classes,
  ...comments,
  ...concern,
  ...crisis,
  ...safetyPlan,
  ...warnStatistics,
  ...exportTasks,
  ...groupReports,
  ...groups,
  ...screeningPacks,
  ...screeningBureau,
  ...screeningPlanning,
  ...screeningQuestionnaires,
  ...guardians,
  ...interventions,
  ...invitations,
  ...onlineService,
  ...registration,
  ...largeScreen,
  ...monthlyReports,
  ...notices,
  ...search,
  ...passwords,
  ...personalReports,
  ...privacy,
  retentionActs,
  ...retention,
  ...roster,
  ...tenants,
  transferActs,
  ...transfers,
  ...resultExportActs,
  ...resultExports,
  ...screening,
  ...securitySettings,
  ...serviceAccounts,
  ...webhooks,
  ...signUp,
  ...sites,
  ...staff,
  ...structure,
  ...students,
  ...studio,
  ...studioLayers,
  ...studioPackage,
  studioAutomations,
  studioPrints,
  studioStates,
  studioSheet,
  studioLayout,
  studioViews,
  ...thirdParty,
  ...verification,
  charts,
  codes,
  doors,
  entity,
  erasedTables,
  menuGroup,
  page,
  tour,
  richText,
  show,
  formTabs,
  states,
};

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof zh };
  }
}
