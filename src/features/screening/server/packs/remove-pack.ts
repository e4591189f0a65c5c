import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { rulesOf } from '../queries/alert-rules.ts';
import * as store from '../queries/installed-packs.ts';
import { announcePacks } from './install-pack.ts';

/** Plans and rules that a refusal names. */
const NAMED = 3;
const named = (names: readonly string[], unit: string) =>
  `${names
    .slice(0, NAMED)
    .map((name) => `“${name}”`)
    .join('、')}${names.length > NAMED ? `等 ${names.length} ${unit}` : ''}`;

/**
 * Removes a version that the school installed; it is not offered any more.
 *
 * @throws AppError PSY_NOT_FOUND; PSY_CONFLICT where a plan or an alert rule uses it
 */
export async function removePack(ctx: OrgContext, tx: Tx, scaleId: string, version: string): Promise<void> {
  const { orgId } = ctx.actor;
  await tx.run(store.lockPacks(orgId));
  const inForce = (await tx.run(store.installedPacks(orgId))).filter(
    ({ scale_id, removed_at }) => scale_id === scaleId && removed_at === null,
  );
  const row = inForce.find((each) => each.version === version && each.kind !== 'questionnaire');
  if (!row) throw new AppError('PSY_NOT_FOUND');
  const isCurrent = inForce.at(-1) === row;
  const { product, file } = ctx.services.packs.underlying(orgId, scaleId);
  const isLast = inForce.length === 1 && !product && !file;
  const [plans, rules] = await tx.batch([store.plansWith(orgId, scaleId, version, isCurrent), rulesOf(orgId)]);
  if (plans.length > 0)
    throw new AppError('PSY_CONFLICT', {
      message: `测评${named(
        plans.map(({ exam_name }) => exam_name),
        '次',
      )}用到这个版本，不能移除`,
    });
  const using = rules.filter(({ conditions }) => conditions.some(({ scale_id }) => scale_id === scaleId));
  if (isLast && using.length > 0)
    throw new AppError('PSY_CONFLICT', {
      message: `预警规则${named(
        using.map(({ title }) => title),
        '条',
      )}用到这个量表，请先修改规则`,
    });
  await tx.run(store.removePack(orgId, scaleId, version, ctx.nowIso()));
  const title = ctx.services.packs.packOf(orgId, scaleId, version).title;
  await audit(tx, ctx, {
    act: 'delete',
    resource: 'scale',
    rowId: scaleId,
    rowLabel: title,
    before: { pack_version: version },
  });
  announcePacks(ctx, tx);
}
