import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { sitesHandlers } from './handlers.ts';

declare module '../../../platform/context/server/services.ts' {
  interface Services {
    /** Hosts that all organisations share and none may claim; undefined where the operator has not set them. */
    sharedHosts: readonly string[] | undefined;
  }
}

export const sites: ServerFeature = {
  name: 'sites',
  contract: [contract],
  handlers: sitesHandlers,
  demo: () => import('./demo.ts'),
};
