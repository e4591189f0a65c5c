import type { OrgContext } from '../../context/server/context.ts';
import type { FieldLocation } from '../../crypto/server/data-keys.ts';
import type { Tx } from '../../db/server/database.ts';
import { newId } from '../../db/server/ids.ts';
import { nowIso } from '../../runtime/server/clock.ts';
import { isObject, own } from '../../schema/json.ts';
import { mask } from '../../schema/mask.ts';
import type { EntitySchema, FieldSchema } from '../../schema/types.ts';
import type { Draft, FlatRow } from './hooks.ts';
import { insertVersions, versionsOf } from './queries/row-versions.ts';

const formerLocation = (versionId: string): FieldLocation => ({
  table: 'row_versions',
  row: versionId,
  field: 'former',
});

/** A change of a row: which of its fields. */
interface Change {
  id: string;
  draft: Draft;
  changed: readonly string[];
}

/** Keeps the previous texts of fields that are about to change; an empty text is kept too. */
export async function keepFormer(
  tx: Tx,
  { actor: { orgId }, caller: { userId }, services: { clock, keys } }: OrgContext,
  schema: EntitySchema,
  changes: readonly Change[],
): Promise<void> {
  const ring = await keys.within(tx).ring(orgId);
  const at = nowIso(clock);
  const versions = changes.flatMap(({ id, draft: { before }, changed }) => {
    const written = changed.filter((field) => schema.properties[field]?.['x-form'] !== undefined);
    if (!before || written.length === 0) return [];
    const version_id = newId(clock);
    const former = JSON.stringify(Object.fromEntries(written.map((field) => [field, before[field] ?? null])));
    return [
      {
        org_id: orgId,
        entity: schema.$id,
        row_id: id,
        version_id,
        user_id: userId,
        at,
        former: ring.encryptText(former, formerLocation(version_id)),
      },
    ];
  });
  if (versions.length > 0) await tx.run(insertVersions(versions));
}

/** Keeps the previous version of a record that is not, or not only, a row of a resource. */
export async function keepVersion(
  tx: Tx,
  { actor: { orgId }, caller: { userId }, services: { clock, keys } }: OrgContext,
  entity: string,
  rowId: string,
  former: FlatRow,
): Promise<void> {
  const version_id = newId(clock);
  await tx.run(
    insertVersions([
      {
        org_id: orgId,
        entity,
        row_id: rowId,
        version_id,
        user_id: userId,
        at: nowIso(clock),
        former: await keys.within(tx).encryptText(orgId, JSON.stringify(former), formerLocation(version_id)),
      },
    ]),
  );
}

export interface Version {
  row_id: string;
  version_id: string;
  at: string;
  user_name: string;
  former: FlatRow;
}

/**
 * The versions of rows before each of their changes, the latest first. The caller must check that the user may read the
 * rows.
 */
export async function formerOf(
  { actor: { orgId }, read, services: { keys } }: OrgContext,
  entity: string,
  rowIds: readonly string[],
): Promise<Version[]> {
  const [versions] = await read([versionsOf(orgId, entity, rowIds)]);
  return Promise.all(
    versions.map(async ({ row_id, version_id, at, real_name, former }) => {
      const values: unknown = JSON.parse(await keys.decryptText(orgId, former, formerLocation(version_id)));
      return { row_id, version_id, at, user_name: real_name ?? '', former: isObject(values) ? values : {} };
    }),
  );
}

/** A previous version as a user with this schema (`entityFor`) may see it: fields in use, masked as elsewhere. */
export const visibleFormer = ({ properties }: EntitySchema, former: Readonly<FlatRow>): FlatRow =>
  Object.fromEntries(
    Object.entries(former).flatMap(([name, value]) => {
      const field = own(properties, name) as FieldSchema | undefined;
      if (!field || field['x-hidden']) return [];
      const { 'x-mask': kind } = field;
      return [[name, kind && typeof value === 'string' ? mask(kind, value) : value]];
    }),
  );
