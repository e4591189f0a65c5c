import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { errors } from '../errors.ts';
import { personalReportHandlers } from './handlers.ts';

/** Reports of one student's sheet, on the page and as a file. */
export const personalReports: ServerFeature = {
  name: 'personal-reports',
  contract: [contract],
  handlers: personalReportHandlers,
  errors,
};
