import type { OrgContext } from '../../context/server/context.ts';
import { isStorageFull } from '../../db/server/errors.ts';
import { AppError } from '../../errors/app-error.ts';
import { childrenNamed } from '../../resources/server/queries/children.ts';
import { namesOfIds } from '../../resources/server/queries/log-rows.ts';
import { audit, type AuditEntry } from './queries/audit-logs.ts';

/**
 * Writes down that somebody reads. To be called before anything of it is told: what cannot be logged is not read. A
 * student stands in the log by the child's id, whichever of the two the caller named.
 *
 * @throws AppError PSY_AUDIT_UNAVAILABLE, whatever kept the entry from being written
 */
export async function logRead(ctx: OrgContext, entry: AuditEntry): Promise<void> {
  const {
    actor: { orgId },
    services: { db },
  } = ctx;
  const tenant = { orgId, userId: null };
  try {
    const [[named], [child]] =
      entry.rowLabel === undefined
        ? await db.read(tenant, [namesOfIds(orgId, [entry.rowId]), childrenNamed(orgId, [entry.rowId])])
        : [[], []];
    await db.transaction(tenant, (tx) =>
      audit(tx, ctx, {
        ...entry,
        rowId: child?.child_id ?? entry.rowId,
        rowLabel: entry.rowLabel ?? named?.name ?? child?.child_name ?? null,
      }),
    );
  } catch (error) {
    throw error instanceof AppError || isStorageFull(error)
      ? error
      : new AppError('PSY_AUDIT_UNAVAILABLE', { cause: error });
  }
}
