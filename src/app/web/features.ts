import { academicYears } from '../../features/academic-years/web/feature.ts';
import { account } from '../../features/account/web/feature.ts';
import { aiChat } from '../../features/ai-chat/web/feature.ts';
import { announcements } from '../../features/announcements/web/feature.ts';
import { archive } from '../../features/archive/web/feature.ts';
import { caseLibrary } from '../../features/case-library/web/feature.ts';
import { classes } from '../../features/classes/web/feature.ts';
import { comments } from '../../features/comments/web/feature.ts';
import { concern } from '../../features/concern/web/feature.ts';
import { crisis } from '../../features/crisis/web/feature.ts';
import { exportTasks } from '../../features/exports/web/feature.ts';
import { groupReports } from '../../features/group-reports/web/feature.ts';
import { groups } from '../../features/groups/web/feature.ts';
import { guardians } from '../../features/guardians/web/feature.ts';
import { help } from '../../features/help/web/feature.ts';
import { home } from '../../features/home/web/feature.ts';
import { interventions } from '../../features/interventions/web/feature.ts';
import { invitations } from '../../features/invitations/web/feature.ts';
import { largeScreen } from '../../features/large-screen/web/feature.ts';
import { monthlyReports } from '../../features/monthly-reports/web/feature.ts';
import { notices } from '../../features/notices/web/feature.ts';
import { operationLog } from '../../features/operation-log/web/feature.ts';
import { organisation } from '../../features/organisation/web/feature.ts';
import { passwords } from '../../features/passwords/web/feature.ts';
import { personalReports } from '../../features/personal-reports/web/feature.ts';
import { privacy } from '../../features/privacy/web/feature.ts';
import { resultExports } from '../../features/result-exports/web/feature.ts';
import { retention } from '../../features/retention/web/feature.ts';
import { roster } from '../../features/roster/web/feature.ts';
import { screening } from '../../features/screening/web/feature.ts';
import { search } from '../../features/search/web/feature.ts';
import { securitySettings } from '../../features/security-settings/web/feature.ts';
import { serviceAccounts } from '../../features/service-accounts/web/feature.ts';
import { signUp } from '../../features/sign-up/web/feature.ts';
import { sites } from '../../features/sites/web/feature.ts';
import { staff } from '../../features/staff/web/feature.ts';
import { structure } from '../../features/structure/web/feature.ts';
import { students } from '../../features/students/web/feature.ts';
import { studio } from '../../features/studio/web/feature.ts';
import { subscription } from '../../features/subscription/web/feature.ts';
import { tenants } from '../../features/tenants/web/feature.ts';
import { thirdParty } from '../../features/third-party/web/feature.ts';
import { transfers } from '../../features/transfers/web/feature.ts';
import { verification } from '../../features/verification/web/feature.ts';
import { webhooks } from '../../features/webhooks/web/feature.ts';
import { ownResources } from '../../platform/crud/web/own/feature.ts';
import type { WebFeature } from '../../platform/feature/web/feature.ts';
import { media } from '../../platform/media/web/feature.ts';
import { richText } from '../../platform/rich-text/web/feature.ts';
import { doors } from './pages/doors/feature.ts';

/** All features of the browser. A new feature is one line here. */
export const features: readonly WebFeature[] = [
  home,
  largeScreen,
  notices,
  search,
  aiChat,
  account,
  subscription,
  tenants,
  organisation,
  structure,
  students,
  classes,
  guardians,
  invitations,
  groups,
  roster,
  staff,
  academicYears,
  screening,
  resultExports,
  groupReports,
  monthlyReports,
  personalReports,
  interventions,
  announcements,
  crisis,
  caseLibrary,
  passwords,
  securitySettings,
  thirdParty,
  signUp,
  sites,
  studio,
  retention,
  transfers,
  operationLog,
  serviceAccounts,
  webhooks,
  archive,
  concern,
  comments,
  privacy,
  verification,
  exportTasks,
  ownResources,
  richText,
  media,
  help,
  doors,
];
