import { account } from '../../../features/account/web/texts/en/account.ts';
import { codes } from '../../../features/account/web/texts/en/codes.ts';
import { recovery } from '../../../features/account/web/texts/en/recovery.ts';
import { archive } from '../../../features/archive/web/texts/en/archive.ts';
import { cases } from '../../../features/crisis/web/texts/en/cases.ts';
import { crisisReport, verdict } from '../../../features/crisis/web/texts/en/crisis-report.ts';
import { escalation } from '../../../features/crisis/web/texts/en/escalation.ts';
import { warnStatistics } from '../../../features/crisis/web/texts/en/warn-statistics.ts';
import { records } from '../../../features/interventions/web/texts/en/records.ts';
import { notices } from '../../../features/notices/web/texts/en/notices.ts';
import { privacy } from '../../../features/privacy/web/texts/en/privacy.ts';
import { suspension } from '../../../features/verification/web/texts/en/suspension.ts';

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
