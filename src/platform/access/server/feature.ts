import type { ServerFeature } from '../../feature/server/feature.ts';
import { codedChoices } from '../../resources/server/registry.ts';
import * as contract from '../contract.ts';
import { rightsHandlers } from './handlers.ts';

export const accessRights: ServerFeature = {
  name: 'access',
  contract: [contract],
  handlers: rightsHandlers,
  choices: {
    role: ({ actor, services: { access } }) => Promise.resolve(codedChoices('role', access.grants.grantable(actor))),
  },
};
