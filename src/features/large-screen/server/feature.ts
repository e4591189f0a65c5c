import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { errors } from '../errors.ts';
import { largeScreenHandlers } from './handlers.ts';

/** The large screen of a school or an institution, and the links that show it without a sign-in. */
export const largeScreen: ServerFeature = {
  name: 'large-screen',
  contract: [contract],
  handlers: largeScreenHandlers,
  errors,
};
