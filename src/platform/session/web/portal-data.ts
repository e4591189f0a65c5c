import type { AxiosInstance } from 'axios';
import { abilities, mergedSchemas, type Abilities } from '../../access/contract.ts';
import { pathOf, type DataOf } from '../../contract/endpoint.ts';
import { call } from '../../http/web/call.ts';
import { requestEarly, requestOneEarly } from '../../http/web/early-answers.ts';
import type { Choice } from '../../http/web/session-store.ts';
import { IDENTITY } from '../../identity/identity.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { indexConfig, orgDetails } from '../contract.ts';
import type { CurrentUser } from './current-user.ts';
import { rightsFrom, rightsStore, type Rights } from './rights.ts';

/** Schemas of the current tenant, by name. */
export type Schemas = ReadonlyMap<string, EntitySchema>;
/** Looks up a schema in its current version. */
export type SchemasNow = Pick<Schemas, 'get'>;

export type OrgDetails = DataOf<typeof orgDetails>;

/** Data that every page needs: the tenant's schemas and organisation. The rights are in `rightsStore`. */
export interface PortalData {
  schemas: Schemas;
  org: OrgDetails | undefined;
}

// The server checks every schema against the vocabulary before it serves it.
const schemasOf = ({ resources }: DataOf<typeof mergedSchemas>): Schemas =>
  new Map(Object.entries(resources) as [string, EntitySchema][]);

/**
 * Fetches the current schemas. Unchanged schemas, and the map if none changed, stay the same objects. The request is
 * conditional (ETag), so the answer is usually "not modified".
 *
 * @throws ApiError
 */
export async function renewSchemas(held: Schemas): Promise<Schemas> {
  const now = schemasOf(await call(mergedSchemas, {}, { quiet: true }));
  const kept = new Map(
    [...now].map(([name, schema]) => {
      const before = held.get(name);
      return [name, before && JSON.stringify(before) === JSON.stringify(schema) ? before : schema];
    }),
  );
  return kept.size === held.size && [...kept].every(([name, schema]) => held.get(name) === schema) ? held : kept;
}

/** Fetches the rights. @throws ApiError */
export async function loadRights(as?: Choice): Promise<void> {
  rightsStore.set(rightsFrom(await call(abilities, {}, { quiet: true, ...(as && { as }) })));
}

async function load(as: Choice): Promise<PortalData> {
  const [merged, details] = await Promise.all([
    call(mergedSchemas, {}, { as }),
    call(orgDetails, { params: { id: as.org_id } }, { as }),
    loadRights(as),
  ]);
  return { schemas: schemasOf(merged), org: details };
}

/**
 * Sends the requests of `loadPortalData` and the branding for the stored choice, before the user info has confirmed it.
 *
 * @returns The rights
 */
export function requestPortalDataEarly(http: AxiosInstance, as: Choice): Promise<Rights> {
  requestEarly(http, [pathOf(mergedSchemas), pathOf(orgDetails, { id: as.org_id }), pathOf(indexConfig)], as);
  return requestOneEarly<Abilities>(http, pathOf(abilities), as).then(rightsFrom);
}

/**
 * Loads everything for the current user. Students and parents have no role, so their organisation is not loaded yet; of
 * an operator of the platform there are only the rights.
 *
 * @throws ApiError
 */
export async function loadPortalData({ identity, org, role }: CurrentUser): Promise<PortalData> {
  if (role === null) {
    if (identity === IDENTITY.operator)
      await loadRights({ identity, org_id: org.org_id, org_type: org.org_type, role_id: null });
    return { schemas: new Map(), org: undefined };
  }
  return load({ identity, org_id: org.org_id, org_type: org.org_type, role_id: role.role_id });
}
