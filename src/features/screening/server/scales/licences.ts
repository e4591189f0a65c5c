import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { BodyOf, DataOf } from '../../../../platform/contract/endpoint.ts';
import type { RowOf, Tx } from '../../../../platform/db/server/database.ts';
import { invalidWithMessage } from '../../../../platform/errors/invalid.ts';
import type { confirmLicence as contract } from '../../contract/packs.ts';
import type { scale } from '../../contract/scales.ts';
import type { Pack } from '../../rules/scales/pack.ts';
import { confirmationsOf, insertConfirmation } from '../queries/installed-packs.ts';
import { presentPack } from './present-pack.ts';

type Confirmation = RowOf<ReturnType<typeof confirmationsOf>>;

/** Sources conflict about the licence: an authorised person of the school decides whether it may be used. */
export const needsConfirmation = ({ licence }: Pack): boolean => licence?.state === 'unclear';

export const confirmationOf = (pack: Pack, confirmations: readonly Confirmation[]): Confirmation | undefined =>
  confirmations.find(({ scale_id, version }) => scale_id === pack.id && version === pack.version);

/** Why a pack cannot be used; undefined where its licence is clear or confirmed. */
export const licenceProblem = (pack: Pack, confirmations: readonly Confirmation[]): string | undefined =>
  needsConfirmation(pack) && !confirmationOf(pack, confirmations)
    ? `${pack.title}的授权说法不一，要由超级管理员或心理专职教师在量表页面确认以后才能使用`
    : undefined;

/** A pack with the confirmation of its licence. @throws AppError PSY_NOT_FOUND */
export async function readScale(ctx: OrgContext, scaleId: string): Promise<DataOf<typeof scale>> {
  const { orgId } = ctx.actor;
  const pack = ctx.services.packs.packOf(orgId, scaleId);
  const [rows] = await ctx.read([confirmationsOf(orgId, [scaleId])]);
  const found = confirmationOf(pack, rows);
  return {
    ...presentPack(pack),
    ...(needsConfirmation(pack) &&
      found && {
        confirmation: {
          user_name: found.user_name ?? '',
          confirmed_at: found.confirmed_at,
          reason: found.reason,
        },
      }),
  };
}

/**
 * Confirms that the school may use a pack whose licence is unclear; a second time has no effect.
 *
 * @throws AppError PSY_NOT_FOUND; PSY_INVALID_INPUT where the licence is clear or another version is in force
 */
export async function confirmLicence(
  ctx: OrgContext,
  tx: Tx,
  scaleId: string,
  { version, reason }: BodyOf<typeof contract>,
): Promise<void> {
  const { orgId } = ctx.actor;
  const pack = ctx.services.packs.packOf(orgId, scaleId);
  if (version !== pack.version) throw invalidWithMessage('/version', `现在使用的是 ${pack.version} 版，请重新查看`);
  if (!needsConfirmation(pack)) throw invalidWithMessage('/scale_id', '这个量表的授权不需要确认');
  const added = await tx.run(
    insertConfirmation({
      org_id: orgId,
      scale_id: scaleId,
      version,
      user_id: ctx.caller.userId,
      reason: reason.trim(),
      confirmed_at: ctx.nowIso(),
    }),
  );
  if (added > 0)
    await audit(tx, ctx, {
      act: 'confirm',
      resource: 'scale',
      rowId: scaleId,
      rowLabel: pack.title,
      after: { pack_version: version, note: reason.trim() },
    });
}
