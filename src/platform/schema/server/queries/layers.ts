import { qb } from '../../../db/server/query-builder.ts';

/** Which schools of an institution a layer is for: all, or one kind of school. The second is above the first. */
export const LAYERS = ['all', 'kind'] as const;
export type LayerName = (typeof LAYERS)[number];

/** What the organisation above has sent to a school for one entity, in the form of a schema file. */
export interface Layer {
  entity: string;
  layer: LayerName;
  /** Name of the organisation above, as it was when it sent the layer. */
  fromName: string;
  version: number;
  document: unknown;
}

/** The layers of a tenant: those in force, in the order of their application, and how often each entity's changed. */
export interface LayersOfTenant {
  inForce: readonly Layer[];
  changes: ReadonlyMap<string, number>;
}

/** A layer as it stands at a school; the document is null where it was taken back. */
export interface SchemaLayersTable {
  org_id: string;
  entity: string;
  layer: LayerName;
  from_org: string;
  from_name: string;
  version: number;
  document: unknown;
  /** Grows with every change: part of the version that a write holds (`versionInForce`). */
  changes: number;
  changed_at: string;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    schema_layers: SchemaLayersTable;
  }
}

export const layersOf = (orgId: string) =>
  qb
    .selectFrom('schema_layers')
    .select(['entity', 'layer', 'from_org', 'from_name', 'version', 'document', 'changes'])
    .where('org_id', '=', orgId)
    .orderBy('layer')
    .orderBy('entity');

/** @param rows Of `layersOf` */
export const layersIn = (
  rows: readonly Pick<SchemaLayersTable, 'entity' | 'layer' | 'from_name' | 'version' | 'document' | 'changes'>[],
): LayersOfTenant => ({
  inForce: rows
    .filter(({ document }) => document !== null)
    .map(({ entity, layer, from_name, version, document }) => ({
      entity,
      layer,
      fromName: from_name,
      version,
      document,
    })),
  changes: rows.reduce(
    (sums, { entity, changes }) => sums.set(entity, (sums.get(entity) ?? 0) + changes),
    new Map<string, number>(),
  ),
});

/** Stores a layer of a school, or with a null document that it was taken back. */
export const putLayer = (row: Omit<SchemaLayersTable, 'document' | 'changes'> & { document: string | null }) =>
  qb
    .insertInto('schema_layers')
    .values({ ...row, changes: 1 })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'entity', 'layer']).doUpdateSet((eb) => ({
        from_org: row.from_org,
        from_name: row.from_name,
        version: row.version,
        document: row.document,
        changes: eb('schema_layers.changes', '+', 1),
        changed_at: row.changed_at,
      })),
    );
