import { page as academicYearsPages } from '../../../features/academic-years/web/pages.en.ts';
import * as academicYears from '../../../features/academic-years/web/texts.en.ts';
import * as accountLogin from '../../../features/account/web/login/texts.en.ts';
import { page as accountPages } from '../../../features/account/web/pages.en.ts';
import * as account from '../../../features/account/web/texts.en.ts';
import { page as aiChatPages } from '../../../features/ai-chat/web/pages.en.ts';
import * as aiChat from '../../../features/ai-chat/web/texts.en.ts';
import { page as announcementPages } from '../../../features/announcements/web/pages.en.ts';
import * as announcements from '../../../features/announcements/web/texts.en.ts';
import * as archiveActs from '../../../features/archive/web/acts.en.ts';
import { page as archivePages } from '../../../features/archive/web/pages.en.ts';
import * as archive from '../../../features/archive/web/texts.en.ts';
import * as libraryActs from '../../../features/case-library/web/acts.en.ts';
import { page as libraryPages } from '../../../features/case-library/web/pages.en.ts';
import * as caseLibrary from '../../../features/case-library/web/texts.en.ts';
import { page as classesPages } from '../../../features/classes/web/pages.en.ts';
import * as classes from '../../../features/classes/web/texts.en.ts';
import { page as commentsPages } from '../../../features/comments/web/pages.en.ts';
import * as comments from '../../../features/comments/web/texts.en.ts';
import * as concern from '../../../features/concern/web/texts.en.ts';
import { page as crisisPages } from '../../../features/crisis/web/pages.en.ts';
import * as safetyPlan from '../../../features/crisis/web/safety-plan-texts.en.ts';
import * as warnStatistics from '../../../features/crisis/web/statistics/texts.en.ts';
import * as crisis from '../../../features/crisis/web/texts.en.ts';
import { tour as crisisTour } from '../../../features/crisis/web/tour.en.ts';
import * as exportTasks from '../../../features/exports/web/texts.en.ts';
import { page as groupReportPages } from '../../../features/group-reports/web/pages.en.ts';
import * as groupReports from '../../../features/group-reports/web/texts.en.ts';
import { page as groupsPages } from '../../../features/groups/web/pages.en.ts';
import * as groups from '../../../features/groups/web/texts.en.ts';
import { page as guardiansPages } from '../../../features/guardians/web/pages.en.ts';
import * as guardians from '../../../features/guardians/web/texts.en.ts';
import { page as helpPages } from '../../../features/help/web/pages.en.ts';
import * as help from '../../../features/help/web/texts.en.ts';
import { tour as helpTour } from '../../../features/help/web/tour.en.ts';
import { page as homePages } from '../../../features/home/web/pages.en.ts';
import * as home from '../../../features/home/web/texts.en.ts';
import { tour as homeTour } from '../../../features/home/web/tour.en.ts';
import {
  menuGroup as interventionsGroup,
  page as interventionsPages,
} from '../../../features/interventions/web/pages.en.ts';
import * as interventions from '../../../features/interventions/web/texts.en.ts';
import { page as invitationsPages } from '../../../features/invitations/web/pages.en.ts';
import * as registration from '../../../features/invitations/web/register/texts.en.ts';
import * as invitations from '../../../features/invitations/web/texts.en.ts';
import { page as largeScreenPages } from '../../../features/large-screen/web/pages.en.ts';
import * as largeScreen from '../../../features/large-screen/web/texts.en.ts';
import { page as monthlyReportPages } from '../../../features/monthly-reports/web/pages.en.ts';
import * as monthlyReports from '../../../features/monthly-reports/web/texts.en.ts';
import * as notices from '../../../features/notices/web/texts.en.ts';
import { tour as noticesTour } from '../../../features/notices/web/tour.en.ts';
import * as onlineService from '../../../features/online-service/web/texts.en.ts';
import { page as operationLogPages } from '../../../features/operation-log/web/pages.en.ts';
import * as operationLog from '../../../features/operation-log/web/texts.en.ts';
import {
  menuGroup as organisationGroup,
  page as organisationPages,
} from '../../../features/organisation/web/pages.en.ts';
import * as organisation from '../../../features/organisation/web/texts.en.ts';
import { tour as organisationTour } from '../../../features/organisation/web/tour.en.ts';
import { page as passwordsPages } from '../../../features/passwords/web/pages.en.ts';
import * as passwords from '../../../features/passwords/web/texts.en.ts';
import { page as personalReportPages } from '../../../features/personal-reports/web/pages.en.ts';
import * as personalReports from '../../../features/personal-reports/web/texts.en.ts';
import * as privacy from '../../../features/privacy/web/texts.en.ts';
import * as resultExportActs from '../../../features/result-exports/web/acts.en.ts';
import * as resultExports from '../../../features/result-exports/web/texts.en.ts';
import { retentionActs } from '../../../features/retention/web/acts.en.ts';
import { page as retentionPages } from '../../../features/retention/web/pages.en.ts';
import * as retention from '../../../features/retention/web/texts.en.ts';
import { page as rosterPages } from '../../../features/roster/web/pages.en.ts';
import * as roster from '../../../features/roster/web/texts.en.ts';
import { page as screeningBureauPages } from '../../../features/screening/web/bureau/pages.en.ts';
import * as screeningBureau from '../../../features/screening/web/bureau/texts.en.ts';
import { page as screeningPackPages } from '../../../features/screening/web/packs/pages.en.ts';
import * as screeningPacks from '../../../features/screening/web/packs/texts.en.ts';
import { page as screeningPages } from '../../../features/screening/web/pages.en.ts';
import { page as screeningPlanningPages } from '../../../features/screening/web/planning/pages.en.ts';
import * as screeningPlanning from '../../../features/screening/web/planning/texts.en.ts';
import { page as screeningQuestionnairePages } from '../../../features/screening/web/questionnaires/pages.en.ts';
import * as screeningQuestionnaires from '../../../features/screening/web/questionnaires/texts.en.ts';
import * as screening from '../../../features/screening/web/texts.en.ts';
import { tour as screeningTour } from '../../../features/screening/web/tour.en.ts';
import * as search from '../../../features/search/web/texts.en.ts';
import { tour as searchTour } from '../../../features/search/web/tour.en.ts';
import {
  menuGroup as securitySettingsGroup,
  page as securitySettingsPages,
} from '../../../features/security-settings/web/pages.en.ts';
import * as securitySettings from '../../../features/security-settings/web/texts.en.ts';
import { page as serviceAccountsPages } from '../../../features/service-accounts/web/pages.en.ts';
import * as serviceAccounts from '../../../features/service-accounts/web/texts.en.ts';
import * as signUp from '../../../features/sign-up/web/texts.en.ts';
import { page as sitesPages } from '../../../features/sites/web/pages.en.ts';
import * as sites from '../../../features/sites/web/texts.en.ts';
import { page as staffPages } from '../../../features/staff/web/pages.en.ts';
import * as staff from '../../../features/staff/web/texts.en.ts';
import { page as structurePages } from '../../../features/structure/web/pages.en.ts';
import * as structure from '../../../features/structure/web/texts.en.ts';
import { page as studentsPages } from '../../../features/students/web/pages.en.ts';
import * as students from '../../../features/students/web/texts.en.ts';
import { tour as studentsTour } from '../../../features/students/web/tour.en.ts';
import { studioAutomations } from '../../../features/studio/web/automations/texts.en.ts';
import * as studioLayers from '../../../features/studio/web/layers/texts.en.ts';
import { studioLayout } from '../../../features/studio/web/layout/texts.en.ts';
import * as studioPackage from '../../../features/studio/web/package/texts.en.ts';
import { page as studioPages } from '../../../features/studio/web/pages.en.ts';
import { studioPrints } from '../../../features/studio/web/prints/texts.en.ts';
import { studioSheet } from '../../../features/studio/web/sheet/texts.en.ts';
import { studioStates } from '../../../features/studio/web/states/texts.en.ts';
import * as studio from '../../../features/studio/web/texts.en.ts';
import { studioViews } from '../../../features/studio/web/views/texts.en.ts';
import { page as subscriptionPages } from '../../../features/subscription/web/pages.en.ts';
import * as subscription from '../../../features/subscription/web/texts.en.ts';
import { page as tenantPages } from '../../../features/tenants/web/pages.en.ts';
import { erasedTables } from '../../../features/tenants/web/tasks/tables.en.ts';
import * as tenants from '../../../features/tenants/web/texts.en.ts';
import { page as thirdPartyPages } from '../../../features/third-party/web/pages.en.ts';
import * as thirdParty from '../../../features/third-party/web/texts.en.ts';
import { transferActs } from '../../../features/transfers/web/acts.en.ts';
import { page as transferPages } from '../../../features/transfers/web/pages.en.ts';
import * as transfers from '../../../features/transfers/web/texts.en.ts';
import * as verification from '../../../features/verification/web/texts.en.ts';
import { page as webhooksPages } from '../../../features/webhooks/web/pages.en.ts';
import * as webhooks from '../../../features/webhooks/web/texts.en.ts';
import { charts } from '../../../platform/charts/web/texts.en.ts';
import { page as ownPages } from '../../../platform/crud/web/own/pages.en.ts';
import { formTabs } from '../../../platform/crud/web/texts/en/form-tabs.ts';
import { show } from '../../../platform/crud/web/texts/en/show.ts';
import { states } from '../../../platform/crud/web/texts/en/states.ts';
import { en as platform } from '../../../platform/i18n/web/texts/en.ts';
import { richText } from '../../../platform/rich-text/web/texts.en.ts';
import { codes } from '../../../platform/ui/web/texts/en/codes.ts';
import { doors } from '../pages/doors/texts.en.ts';
import { tour as doorsTour } from '../pages/doors/tour.en.ts';
import { entity } from './entities.en.ts';

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

/** Every English text. */
export const en = {
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
