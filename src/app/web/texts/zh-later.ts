import { account } from '../../../features/account/web/texts/zh/account.ts';
import { codes } from '../../../features/account/web/texts/zh/codes.ts';
import { recovery } from '../../../features/account/web/texts/zh/recovery.ts';
import { archive } from '../../../features/archive/web/texts/zh/archive.ts';
import { cases } from '../../../features/crisis/web/texts/zh/cases.ts';
import { crisisReport, verdict } from '../../../features/crisis/web/texts/zh/crisis-report.ts';
import { escalation } from '../../../features/crisis/web/texts/zh/escalation.ts';
import { warnStatistics } from '../../../features/crisis/web/texts/zh/warn-statistics.ts';
import { records } from '../../../features/interventions/web/texts/zh/records.ts';
import { notices } from '../../../features/notices/web/texts/zh/notices.ts';
import { privacy } from '../../../features/privacy/web/texts/zh/privacy.ts';
import { suspension } from '../../../features/verification/web/texts/zh/suspension.ts';

/** What comes with its page (`provideTexts`); here for the types and the tests alone. */
export const later = {
  account,
  archive,
  cases,
  codes,
  crisisReport,
  escalation,
  notices,
  privacy,
  records,
  recovery,
  suspension,
  verdict,
  warnStatistics,
};
export type Later = typeof later;
