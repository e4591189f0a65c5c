import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { groupReportHandlers } from './handlers.ts';
import { refuseUnreadable, reportJob } from './pack-report.ts';

export const groupReports: ServerFeature = {
  name: 'group-reports',
  contract: [contract],
  handlers: groupReportHandlers,
  jobs: [reportJob],
  exportRefusals: { group_report: refuseUnreadable },
};
