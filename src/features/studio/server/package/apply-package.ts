import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { inTransaction } from '../../../../platform/context/server/make-context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { pointer } from '../../../../platform/schema/json.ts';
import type { SchemaPackage } from '../../../../platform/schema/package.ts';
import { lastVersions, lockPublishing } from '../../../../platform/schema/server/queries/published-overlays.ts';
import { addResource } from '../add-resource.ts';
import { publishSchema } from '../publish-schema.ts';
import { removeResource } from '../remove-resource.ts';
import { subject } from '../studio-subjects.ts';
import { planPackage, type PlannedItem } from './plan-package.ts';

export interface PackageRequest {
  entities: SchemaPackage;
  exact: boolean;
  /** Digest of the plan that the person has confirmed. */
  seen: string;
  note: string;
}

/** @throws AppError PSY_INVALID_INPUT with all findings */
function requireNoFindings(items: readonly PlannedItem[]): void {
  const details = items.flatMap(({ entity, title, findings }) =>
    findings.map(({ pointer: at, reason, fix }) => ({
      field: `/package${pointer('entities', entity)}${at}`,
      message: `${title}：${reason}。${fix}`,
    })),
  );
  if (details.length > 0) throw new AppError('PSY_INVALID_INPUT', { details });
}

/**
 * Applies a package to the caller's organisation, each change as a new version. Applying it again changes nothing.
 *
 * @returns the entities that changed, and whether resources were created or removed
 * @throws AppError PSY_INVALID_INPUT with all findings; PSY_CONFLICT when the plan is no longer the one that was seen
 */
export async function applyPackage(
  ctx: OrgContext,
  tx: Tx,
  { entities, exact, seen, note }: PackageRequest,
): Promise<{ changed: string[]; resources: boolean }> {
  const { actor } = ctx;
  await tx.run(lockPublishing(actor.orgId));
  const { items, seen: now } = await planPackage(inTransaction(ctx, tx), entities, exact);
  requireNoFindings(items);
  if (now !== seen)
    throw new AppError('PSY_CONFLICT', { message: '设置或已有数据刚刚改过，与您看到的不同了，请重新对比后再导入' });
  const versions = new Map((await tx.run(lastVersions(actor.orgId))).map((one) => [one.entity, one.version]));
  const alongside = items.filter(({ kind }) => kind === 'create').map(({ entity }) => entity);
  for (const { kind, entity, overlay, document, impact } of items) {
    if (document) await addResource(ctx, tx, { entity, document, again: true, alongside });
    if (overlay && impact)
      await publishSchema(ctx, tx, subject(ctx, entity), {
        overlay,
        note,
        alongside,
        version: versions.get(entity) ?? 0,
        seen: impact.seen,
      });
    if (kind === 'remove') await removeResource(ctx, tx, subject(ctx, entity));
  }
  return {
    changed: items.map(({ entity }) => entity),
    resources: items.some(({ kind }) => kind === 'create' || kind === 'remove'),
  };
}
