import { account } from './account.ts';
import { archive } from './archive.ts';
import { cases } from './cases.ts';
import { codes } from './codes.ts';
import { crisisReport, verdict } from './crisis-report.ts';
import { escalation } from './escalation.ts';
import { notices } from './notices.ts';
import { privacy } from './privacy.ts';
import { records } from './records.ts';
import { recovery } from './recovery.ts';
import { suspension } from './suspension.ts';
import { warnStatistics } from './warn-statistics.ts';

export const later = { account, archive, cases, codes, crisisReport, escalation, notices, privacy, records, recovery, suspension, verdict, warnStatistics };
