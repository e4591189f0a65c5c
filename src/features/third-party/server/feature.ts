import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { errors } from '../errors.ts';
import * as ownContract from '../own-contract.ts';
import * as suiteContract from '../suite-contract.ts';
import { ownProviderHandlers } from './handlers/own-providers.ts';
import { peopleHandlers } from './handlers/people.ts';
import { suiteHandlers } from './handlers/suite.ts';

export const thirdParty: ServerFeature = {
  name: 'third-party',
  errors,
  contract: [contract, ownContract, suiteContract],
  handlers: [...peopleHandlers, ...ownProviderHandlers, ...suiteHandlers],
};
