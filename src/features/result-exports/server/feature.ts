import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { fhirJob } from './export-fhir.ts';
import { resultExportHandlers } from './handlers.ts';
import { resultsJob } from './pack-results.ts';

export const resultExports: ServerFeature = {
  name: 'result-exports',
  contract: [contract],
  handlers: resultExportHandlers,
  jobs: [resultsJob, fhirJob],
};
