import type { AuditEntry } from '../../audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../context/server/context.ts';
import { isStorageFull } from '../../db/server/errors.ts';
import { AppError } from '../../errors/app-error.ts';
import { childOfRow, childrenNamed } from './queries/children.ts';
import { namesOfIds } from './queries/log-rows.ts';

/** The name of the student that a record is about; undefined for other resources. */
async function studentOf(
  { actor: { orgId }, read, services: { schemas } }: OrgContext,
  { resource, rowId }: AuditEntry,
): Promise<string | undefined> {
  const schema = schemas.core().find(({ $id }) => $id === resource);
  if (schema?.properties['child_id'] === undefined) return undefined;
  const [[child]] = await read([childOfRow(orgId, schema['x-resource'], rowId)]);
  return child?.child_name;
}

/**
 * Writes a read-log entry. Call it before the data is returned, so that nothing is read without an entry. Students are
 * logged by child id, even when the caller passes a student id.
 *
 * @throws AppError PSY_AUDIT_UNAVAILABLE when the entry cannot be written
 */
export async function logRead(ctx: OrgContext, entry: AuditEntry): Promise<void> {
  const { orgId } = ctx.actor;
  try {
    const [[named], [child]] =
      entry.rowLabel === undefined
        ? await ctx.read([namesOfIds(orgId, [entry.rowId]), childrenNamed(orgId, [entry.rowId])])
        : [[], []];
    await ctx.services.entryLog.append(ctx, {
      ...entry,
      rowId: child?.child_id ?? entry.rowId,
      rowLabel: (entry.rowLabel || named?.name) ?? child?.child_name ?? (await studentOf(ctx, entry)) ?? null,
    });
  } catch (error) {
    throw error instanceof AppError || isStorageFull(error)
      ? error
      : new AppError('PSY_AUDIT_UNAVAILABLE', { cause: error });
  }
}
