import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import { withoutNulls } from '../../../../platform/schema/json.ts';
import type { PackVersion, packVersions as contract } from '../../contract/packs.ts';
import type { Pack } from '../../rules/scales/pack.ts';
import { installedVersions, plansWith } from '../queries/installed-packs.ts';

/**
 * The versions of a pack that the school has: installed ones, its file's and the product's. @throws AppError
 * PSY_NOT_FOUND
 */
export async function readVersions(ctx: OrgContext, scaleId: string): Promise<DataOf<typeof contract>> {
  const { orgId } = ctx.actor;
  const { packs } = ctx.services;
  const now = packs.packOf(orgId, scaleId);
  const { product, file } = packs.underlying(orgId, scaleId);
  const [rows] = await ctx.read([installedVersions(orgId, scaleId)]);
  const plansOf = async (version: string) =>
    (await ctx.read([plansWith(orgId, scaleId, version, version === now.version)]))[0].length;
  const items: PackVersion[] = [];
  for (const { checksum: _, ...row } of rows) {
    const { version } = row;
    const pack = packs.packOf(orgId, scaleId, version);
    items.push({ ...withoutNulls(row), ...headOf(pack, now), origin: 'installed', plans: await plansOf(version) });
  }
  for (const [origin, pack] of Object.entries({ file, product }))
    if (pack) items.push({ ...headOf(pack, now), origin, plans: await plansOf(pack.version) });
  return { items };
}

const headOf = ({ version, licence }: Pack, now: Pack) => ({
  version,
  current: version === now.version,
  wording: licence?.wording ?? 'none',
});
