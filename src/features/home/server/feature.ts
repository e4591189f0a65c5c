import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { homeHandlers } from './handlers.ts';
import { newYearCard } from './new-year-card.ts';

export const home: ServerFeature = {
  name: 'home',
  contract: [contract],
  handlers: homeHandlers,
  homeCards: [newYearCard],
};
