import { sql } from 'kysely';
import type { Database } from '../../../db/server/database.ts';
import { qb } from '../../../db/server/query-builder.ts';

/**
 * Remembers the overlays that were in force, so that a broken one is followed by the last good one, after a restart
 * too.
 */
export interface AcceptedOverlays {
  /** By entity. */
  recall(orgId: string): Promise<ReadonlyMap<string, unknown>>;
  remember(orgId: string, entity: string, document: unknown): Promise<void>;
}

/** The overlay of an entity that was last in force for a tenant. */
export interface SchemaOverlaysTable {
  org_id: string;
  entity: string;
  document: unknown;
  accepted_at: string;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    schema_overlays: SchemaOverlaysTable;
  }
}

/**
 * Stores accepted overlays in the database, which is shared by all processes and survives a new container: after any
 * restart the last accepted overlay replaces a broken file.
 */
export const acceptedOverlays = (db: Pick<Database, 'read' | 'write'>): AcceptedOverlays => ({
  async recall(orgId) {
    const [rows] = await db.read({ orgId, userId: null }, [
      qb.selectFrom('schema_overlays').select(['entity', 'document']).where('org_id', '=', orgId),
    ]);
    return new Map(rows.map(({ entity, document }) => [entity, document]));
  },
  async remember(orgId, entity, document) {
    const text = JSON.stringify(document);
    await db.write({ orgId, userId: null }, [
      qb
        .insertInto('schema_overlays')
        .values({ org_id: orgId, entity, document: text, accepted_at: sql`now()` })
        .onConflict((conflict) =>
          conflict.columns(['org_id', 'entity']).doUpdateSet({ document: text, accepted_at: sql`now()` }),
        ),
    ]);
  },
});
