import { sql } from 'kysely';
import type { Database } from '../../../db/server/database.ts';
import { qb } from '../../../db/server/query-builder.ts';
import { keptIn, readyFields, type KeptFields } from './kept-fields.ts';
import { layersIn, layersOf, type LayersOfTenant } from './layers.ts';

/** A published overlay of a tenant; versions count from 1 for each entity. */
export interface PublishedOverlay {
  version: number;
  document: unknown;
}

/** What tenants have published of their schemas. */
export interface PublishedOverlays {
  /** Tenants that have published anything. */
  tenants(): Promise<string[]>;
  /** The overlays in force, by entity. */
  latest(orgId: string): Promise<ReadonlyMap<string, PublishedOverlay>>;
  /** The resources that the tenant has created itself, by entity, in the form of a schema file. */
  own(orgId: string): Promise<ReadonlyMap<string, unknown>>;
  /** What the organisation above has sent to the tenant. */
  layers(orgId: string): Promise<LayersOfTenant>;
  /** The own fields whose values are kept beside the rows. */
  kept(orgId: string): Promise<KeptFields>;
}

/** Every overlay that a tenant ever published, never changed: the last of an entity is in force. */
export interface SchemaVersionsTable {
  org_id: string;
  entity: string;
  version: number;
  /** JSON Merge Patch over the entity as the tenant's file leaves it. */
  document: unknown;
  note: string;
  user_id: string;
  at: string;
}
/** The tenants that have published anything. A process may know only this before it works for a tenant. */
export interface SchemaTenantsTable {
  org_id: string;
}
/** A resource that a tenant has created itself; with `removed_at`, one that it has removed again. */
export interface OwnResourcesTable {
  removed_at: string | null;
  org_id: string;
  entity: string;
  document: unknown;
  user_id: string;
  at: string;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    schema_versions: SchemaVersionsTable;
    schema_tenants: SchemaTenantsTable;
    own_resources: OwnResourcesTable;
  }
}

export const publishedOverlays = (db: Pick<Database, 'read'>): PublishedOverlays => ({
  async tenants() {
    const [rows] = await db.read({ orgId: null, userId: null }, [
      qb.selectFrom('schema_tenants').select('org_id').orderBy('org_id'),
    ]);
    return rows.map(({ org_id }) => org_id);
  },
  async latest(orgId) {
    const [rows] = await db.read({ orgId, userId: null }, [
      qb
        .selectFrom('schema_versions')
        .distinctOn('entity')
        .select(['entity', 'version', 'document'])
        .where('org_id', '=', orgId)
        .where('entity', 'not in', removedResources(orgId))
        .orderBy('entity')
        .orderBy('version', 'desc'),
    ]);
    return new Map(rows.map(({ entity, version, document }) => [entity, { version, document }]));
  },
  async own(orgId) {
    const [rows] = await db.read({ orgId, userId: null }, [ownResourcesOf(orgId)]);
    return new Map(rows.map(({ entity, document }) => [entity, document]));
  },
  async layers(orgId) {
    const [rows] = await db.read({ orgId, userId: null }, [layersOf(orgId)]);
    return layersIn(rows);
  },
  async kept(orgId) {
    const [rows] = await db.read({ orgId, userId: null }, [readyFields(orgId)]);
    return keptIn(rows);
  },
});

/** Versions of an entity, the latest first, with their publishers. */
export const versionsOf = (orgId: string, entity: string) =>
  qb
    .selectFrom('schema_versions as v')
    .leftJoin('accounts as a', 'a.user_id', 'v.user_id')
    .select(['v.version', 'v.document', 'v.note', 'v.at', 'a.real_name'])
    .where('v.org_id', '=', orgId)
    .where('v.entity', '=', entity)
    .orderBy('v.version', 'desc');

/** What a tenant has ever published, the latest of each entity first. */
export const allVersions = (orgId: string) =>
  qb
    .selectFrom('schema_versions')
    .select(['entity', 'document'])
    .where('org_id', '=', orgId)
    .orderBy('version', 'desc');

/** The last version of each entity, with its publisher. */
export const lastVersions = (orgId: string) =>
  qb
    .selectFrom('schema_versions as v')
    .leftJoin('accounts as a', 'a.user_id', 'v.user_id')
    .distinctOn('v.entity')
    .select(['v.entity', 'v.version', 'v.at', 'a.real_name'])
    .where('v.org_id', '=', orgId)
    .orderBy('v.entity')
    .orderBy('v.version', 'desc');

export const insertVersion = (row: Omit<SchemaVersionsTable, 'document'> & { document: string }) =>
  qb.insertInto('schema_versions').values(row);

export const ownResourcesOf = (orgId: string) =>
  qb
    .selectFrom('own_resources')
    .select(['entity', 'document'])
    .where('org_id', '=', orgId)
    .where('removed_at', 'is', null)
    .orderBy('entity');

/** The keys of resources that the tenant has removed; they are not used again. */
export const removedResources = (orgId: string) =>
  qb.selectFrom('own_resources').select('entity').where('org_id', '=', orgId).where('removed_at', 'is not', null);

export const removeOwnResource = (orgId: string, entity: string, at: string) =>
  qb.updateTable('own_resources').set({ removed_at: at }).where('org_id', '=', orgId).where('entity', '=', entity);

/** Brings a removed resource back, with another document. */
export const reviveOwnResource = (orgId: string, entity: string, document: string) =>
  qb
    .updateTable('own_resources')
    .set({ removed_at: null, document })
    .where('org_id', '=', orgId)
    .where('entity', '=', entity);

export const insertOwnResource = (row: Omit<OwnResourcesTable, 'document' | 'removed_at'> & { document: string }) =>
  qb.insertInto('own_resources').values(row);

export const markTenant = (orgId: string) =>
  qb
    .insertInto('schema_tenants')
    .values({ org_id: orgId })
    .onConflict((c) => c.doNothing());

const publishing = (orgId: string) => sql`hashtextextended(${`publish ${orgId}`}, 0)`;
/**
 * Serialises publishers of one organisation, and waits for transactions that write rows under the schemas in force
 * (`lockSchemas`).
 */
export const lockPublishing = (orgId: string) =>
  sql<{ locked: unknown }>`select pg_advisory_xact_lock(${publishing(orgId)}) as locked`.compile(qb);
/**
 * Prevents publishing until the transaction ends. A transaction that writes rows takes this lock, and then reads the
 * version in force (`versionInForce`) in a separate statement.
 */
export const lockSchemas = (orgId: string) =>
  sql<{ locked: unknown }>`select pg_advisory_xact_lock_shared(${publishing(orgId)}) as locked`.compile(qb);
/** Counts the publications of an entity and the changes of its layers. */
export const versionInForce = (orgId: string, entity: string) =>
  sql<{ version: number }>`select
    coalesce((select max(v.version) from schema_versions v where v.org_id = ${orgId} and v.entity = ${entity}), 0)
    + coalesce((select sum(l.changes) from schema_layers l where l.org_id = ${orgId} and l.entity = ${entity}), 0)::int as version`.compile(
    qb,
  );
