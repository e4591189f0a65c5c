import type { AccessControlProvider } from '@refinedev/core';
import { texts } from '../../i18n/web/texts.ts';
import { rightsStore } from '../../session/web/rights.ts';
import type { SchemasNow } from './data-provider.ts';

/** Refine's names of acts; the rest are called alike. */
const ACTS: Readonly<Record<string, string>> = { list: 'open', show: 'open', edit: 'update', clone: 'create' };

/** Refine asks with the name of a resource, whose schema names its area, or with an area itself. */
export const createAccessControl = (schemas: SchemasNow): AccessControlProvider => ({
  can: ({ resource = '', action }) => {
    const area = schemas.get(resource)?.['x-resource'].area ?? resource;
    const can = rightsStore.get().can(area, ACTS[action] ?? action);
    return Promise.resolve(can ? { can } : { can, reason: texts.t('errors.forbidden') });
  },
  options: {
    buttons: { enableAccessControl: true, hideIfUnauthorized: true },
    queryOptions: { staleTime: 0, gcTime: 0 },
  },
});
