import { lockOrg } from '../../context/server/queries/orgs.ts';
import type { Tx } from '../../db/server/database.ts';
import { isForeignKeyViolation, isOverlap, isUniqueViolation } from '../../db/server/errors.ts';
import { AppError } from '../../errors/app-error.ts';
import { lockSchemas, versionInForce } from '../../schema/server/queries/published-overlays.ts';
import { SchemaMoved } from '../../schema/server/under-schema.ts';
import type { WriteTarget } from './prepare-rows.ts';

/**
 * Runs the work in a transaction during which the schema cannot change. A constraint violated because of another user's
 * write becomes its business error.
 *
 * @throws SchemaMoved where another schema is in force
 */
export async function inWriteTransaction<T>(target: WriteTarget, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { ctx, reached, hooks } = target;
  try {
    return await ctx.transaction(async (tx) => {
      if (hooks.locksOrganisation) tx.withNext([lockOrg(reached.tenant.orgId)]);
      holdSchema(tx, target);
      return work(tx);
    });
  } catch (error) {
    const { properties } = reached.entity.schema;
    const known = hooks.explainConflict?.(error, (field) => properties[field]?.title);
    if (known) throw known;
    if (isUniqueViolation(error) || isForeignKeyViolation(error) || isOverlap(error))
      throw new AppError('PSY_CONFLICT', { cause: error });
    throw error;
  }
}

/** Sent with the first statement of the work. */
function holdSchema(tx: Tx, { reached: { tenant, entity, published } }: WriteTarget): void {
  tx.withNext([lockSchemas(tenant.orgId), versionInForce(tenant.orgId, entity.name)], ([, [inForce]]) => {
    if ((inForce?.version ?? 0) !== published) throw new SchemaMoved();
  });
}
