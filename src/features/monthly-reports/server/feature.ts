import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { countingOfMonths } from './count-months.ts';
import { monthlyReportHandlers } from './handlers.ts';
import { makingOfMonths } from './make-automatically.ts';
import { monthlyJob, refuseMonthly, automaticJob } from './pack-monthly.ts';

/** The psychological monthly report of a school, and of an institution over its schools. */
export const monthlyReports: ServerFeature = {
  name: 'monthly-reports',
  contract: [contract],
  handlers: monthlyReportHandlers,
  jobs: [monthlyJob, automaticJob, countingOfMonths, makingOfMonths],
  exportRefusals: { monthly: refuseMonthly },
};
