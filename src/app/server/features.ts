import { academicYears } from '../../features/academic-years/server/feature.ts';
import { account } from '../../features/account/server/feature.ts';
import { aiChat } from '../../features/ai-chat/server/feature.ts';
import { announcements } from '../../features/announcements/server/feature.ts';
import { archive } from '../../features/archive/server/feature.ts';
import { automations } from '../../features/automations/server/feature.ts';
import { caseLibrary } from '../../features/case-library/server/feature.ts';
import { classes } from '../../features/classes/server/feature.ts';
import { comments } from '../../features/comments/server/feature.ts';
import { concern } from '../../features/concern/server/feature.ts';
import { crisis } from '../../features/crisis/server/feature.ts';
import { exportTasks } from '../../features/exports/server/feature.ts';
import { groupReports } from '../../features/group-reports/server/feature.ts';
import { groups } from '../../features/groups/server/feature.ts';
import { guardians } from '../../features/guardians/server/feature.ts';
import { home } from '../../features/home/server/feature.ts';
import { interventions } from '../../features/interventions/server/feature.ts';
import { invitations } from '../../features/invitations/server/feature.ts';
import { largeScreen } from '../../features/large-screen/server/feature.ts';
import { monthlyReports } from '../../features/monthly-reports/server/feature.ts';
import { notices } from '../../features/notices/server/feature.ts';
import { onlineService } from '../../features/online-service/server/feature.ts';
import { operationLog } from '../../features/operation-log/server/feature.ts';
import { organisation } from '../../features/organisation/server/feature.ts';
import { passwords } from '../../features/passwords/server/feature.ts';
import { personalReports } from '../../features/personal-reports/server/feature.ts';
import { privacy } from '../../features/privacy/server/feature.ts';
import { resultExports } from '../../features/result-exports/server/feature.ts';
import { retention } from '../../features/retention/server/feature.ts';
import { roster } from '../../features/roster/server/feature.ts';
import { screening } from '../../features/screening/server/feature.ts';
import { securitySettings } from '../../features/security-settings/server/feature.ts';
import { serviceAccounts } from '../../features/service-accounts/server/feature.ts';
import { signUp } from '../../features/sign-up/server/feature.ts';
import { sites } from '../../features/sites/server/feature.ts';
import { staff } from '../../features/staff/server/feature.ts';
import { structure } from '../../features/structure/server/feature.ts';
import { students } from '../../features/students/server/feature.ts';
import { studio } from '../../features/studio/server/feature.ts';
import { subscription } from '../../features/subscription/server/feature.ts';
import { tenants } from '../../features/tenants/server/feature.ts';
import { thirdParty } from '../../features/third-party/server/feature.ts';
import { transfers } from '../../features/transfers/server/feature.ts';
import { verification } from '../../features/verification/server/feature.ts';
import { webhooks } from '../../features/webhooks/server/feature.ts';
import { accessRights } from '../../platform/access/server/feature.ts';
import { crud } from '../../platform/crud/server/feature.ts';
import type { ServerFeature } from '../../platform/feature/server/feature.ts';
import { identity } from '../../platform/identity/server/feature.ts';
import { imports } from '../../platform/imports/server/feature.ts';
import { jobs } from '../../platform/jobs/server/feature.ts';
import { media } from '../../platform/media/server/feature.ts';
import { resources } from '../../platform/resources/server/feature.ts';

/** Everything that the server consists of. A new feature is one line here. */
export const features: readonly ServerFeature[] = [
  identity,
  jobs,
  accessRights,
  resources,
  imports,
  media,
  crud,
  account,
  verification,
  passwords,
  securitySettings,
  organisation,
  sites,
  onlineService,
  thirdParty,
  subscription,
  tenants,
  academicYears,
  classes,
  staff,
  structure,
  students,
  guardians,
  roster,
  invitations,
  groups,
  comments,
  aiChat,
  home,
  notices,
  announcements,
  concern,
  crisis,
  caseLibrary,
  interventions,
  screening,
  resultExports,
  groupReports,
  monthlyReports,
  personalReports,
  exportTasks,
  archive,
  retention,
  transfers,
  privacy,
  operationLog,
  signUp,
  serviceAccounts,
  webhooks,
  automations,
  largeScreen,
  studio,
];
