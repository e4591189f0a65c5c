import type { ServerFeature } from '../../feature/server/feature.ts';
import * as contract from '../contract.ts';

export const identity: ServerFeature = {
  name: 'identity',
  contract: [contract],
};
