import { implement } from '../../../platform/context/server/context.ts';
import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { contactFor, type ServiceContact } from './contact.ts';

declare module '../../../platform/context/server/services.ts' {
  interface Services {
    /** How people reach the provider of the portal. */
    serviceContact: ServiceContact;
  }
}

export const onlineService: ServerFeature = {
  name: 'online-service',
  contract: [contract],
  handlers: [
    implement(contract.onlineService, async ({ services }, { query }) =>
      contactFor(services.serviceContact, query.org_id),
    ),
  ],
};
