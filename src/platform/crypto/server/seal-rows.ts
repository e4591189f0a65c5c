import type { Services } from '../../context/server/context.ts';
import type { RowTable } from '../../resources/server/queries/rows/table.ts';
import { putSealed, unsealedIn, type TextField } from '../../resources/server/queries/rows/unsealed.ts';
import { targetOf, type Target } from '../../resources/server/queries/rows/write.ts';
import { sealedFields } from '../../resources/server/sealing.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { isSealedText, sealedPrefix } from './data-keys.ts';

/** Values sealed in one transaction. */
const PIECE = 500;

/** What people write that is no field of a resource. */
const BESIDE: readonly { target: Target; field: TextField }[] = [
  { target: { table: 'comments', id: 'comment_id' }, field: { name: 'content', inExt: false } },
  { target: { table: 'case_steps', id: 'step_id' }, field: { name: 'body', inExt: false } },
  { target: { table: 'media_files', id: 'file_id' }, field: { name: 'name', inExt: false } },
  { target: { table: 'media_infos', id: 'media_info_id' }, field: { name: 'note', inExt: false } },
  { target: { table: 'referral_steps', id: 'step_id' }, field: { name: 'note', inExt: false } },
  { target: { table: 'row_versions', id: 'version_id' }, field: { name: 'former', inExt: false } },
  { target: { table: 'guardian_consents', id: 'consent_id' }, field: { name: 'guardian_name', inExt: false } },
];

/**
 * Seals what of a tenant's rows should lie sealed under its current key and does not: rows from before a field was
 * sealed, and from before the key was changed. Nobody notices: a value that somebody changes meanwhile is theirs. It
 * may be stopped and run again.
 *
 * @returns How many values were sealed
 * @throws AppError PSY_SERVICE_EXPIRED while the tenant is sealed
 */
export async function sealRows(
  { db, keys, schemas }: Pick<Services, 'db' | 'keys' | 'schemas'>,
  orgId: string,
  tableOf: (schema: EntitySchema) => RowTable,
  stop?: AbortSignal,
): Promise<number> {
  const tenant = { orgId, userId: null };
  const fields = Object.values(schemas.all(orgId).resources).flatMap((schema) => {
    const target = targetOf(schema['x-resource'], tableOf(schema));
    return sealedFields(schema).map((name) => ({
      target,
      field: { name, inExt: schema.properties[name]?.['x-tenant'] === true },
    }));
  });
  let total = 0;
  for (const { target, field } of [...fields, ...BESIDE]) {
    const { table } = target;
    const ring = await keys.ring(orgId);
    for (let sealed = PIECE; sealed === PIECE; total += sealed) {
      if (stop?.aborted) return total;
      sealed = await db.transaction(tenant, async (tx) => {
        const found = await tx.run(unsealedIn(orgId, target, field, sealedPrefix(ring.version), PIECE));
        const rows = found.map(({ id, value }) => {
          const at = { table, row: id, field: field.name };
          return { id, value, sealed: ring.sealText(isSealedText(value) ? ring.openText(value, at) : value, at) };
        });
        return rows.length > 0 ? tx.run(putSealed(orgId, target, field, rows)) : 0;
      });
    }
  }
  return total;
}
