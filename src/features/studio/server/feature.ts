import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import * as layerContract from '../layer-contract.ts';
import * as packageContract from '../package-contract.ts';
import * as sheetContract from '../sheet-contract.ts';
import { studioHandlers } from './handlers.ts';
import { layerJob } from './layers/layer-job.ts';

export const studio: ServerFeature = {
  name: 'studio',
  contract: [contract, sheetContract, packageContract, layerContract],
  handlers: studioHandlers,
  jobs: [layerJob],
};
