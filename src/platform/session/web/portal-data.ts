import { abilities, mergedSchemas } from '../../access/contract.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { call } from '../../http/web/call.ts';
import { sameChoice, type Choice } from '../../http/web/session-store.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { orgDetails } from '../contract.ts';
import type { CurrentUser } from './current-user.ts';
import { rightsFrom, rightsStore } from './rights.ts';

/** Schemas of the current tenant, by name. */
export type Schemas = ReadonlyMap<string, EntitySchema>;
/** Looks up a schema in its current version. */
export type SchemasNow = Pick<Schemas, 'get'>;

export type OrgDetails = DataOf<typeof orgDetails>;

/**
 * What the portal needs before it can show a page: the schemas of the tenant and the state of its service. The rights
 * are in `rightsStore`.
 */
export interface PortalData {
  schemas: Schemas;
  org: OrgDetails | undefined;
}

// The server checks every schema against the vocabulary before it serves it.
const schemasOf = ({ resources }: DataOf<typeof mergedSchemas>): Schemas =>
  new Map(Object.entries(resources) as [string, EntitySchema][]);

/**
 * The tenant's schemas as they are now; those that did not change are the very objects that were held, and so is the
 * whole where none did. The browser asks with the tag of what it holds and is mostly answered that nothing changed.
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

/** Reads the rights again: a policy or a role may have changed. @throws ApiError */
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

let ahead: { choice: Choice; data: Promise<PortalData> } | undefined;

/** Begins to load for the choice that is stored, while it is still being found out whether the person holds it. */
export function loadPortalDataAhead(choice: Choice): void {
  if (choice.role_id === null) return;
  const data = load(choice);
  // A failure shows when the data are really wanted.
  data.catch(() => undefined);
  ahead = { choice, data };
}

/**
 * All of it at once, as whom this window works. Students and parents hold no role: nothing of an organisation answers
 * them yet. @throws ApiError
 */
export function loadPortalData({ identity, org, role }: CurrentUser): Promise<PortalData> {
  if (role === null) return Promise.resolve({ schemas: new Map(), org: undefined });
  const choice: Choice = { identity, org_id: org.org_id, org_type: org.org_type, role_id: role.role_id };
  const begun = ahead;
  ahead = undefined;
  return begun !== undefined && sameChoice(begun.choice, choice) ? begun.data : load(choice);
}
