import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { groupReportHandlers } from './handlers.ts';

export const groupReports: ServerFeature = {
  name: 'group-reports',
  contract: [contract],
  handlers: groupReportHandlers,
};
