import { archivesJob } from '../../features/archive/server/archives.ts';
import { escalationChore, messagesChore } from '../../features/crisis/server/escalation/chores.ts';
import { clearingOfExports } from '../../features/exports/server/clearing.ts';
import { remindersChore } from '../../features/interventions/server/remind.ts';
import { clearingOfNotices } from '../../features/notices/server/clearing.ts';
import { passwordsJob } from '../../features/passwords/server/prepare-passwords.ts';
import { recordJob } from '../../features/privacy/server/record.ts';
import { serviceStages } from '../../features/subscription/server/service-stages.ts';
import { sealing } from '../../platform/crypto/server/sealing-job.ts';
import { importJob } from '../../platform/imports/server/import-job.ts';
import { clearingOfJobs } from '../../platform/jobs/server/clearing.ts';
import type { JobKind, RowChore } from '../../platform/jobs/server/kinds.ts';
import { orphans } from '../../platform/media/server/collect.ts';

/** Every kind of background work of the product. */
export const jobKinds: readonly (JobKind | RowChore)[] = [
  escalationChore,
  remindersChore,
  messagesChore,
  importJob,
  archivesJob,
  recordJob,
  passwordsJob,
  serviceStages,
  sealing,
  orphans,
  clearingOfExports,
  clearingOfNotices,
  clearingOfJobs,
];
