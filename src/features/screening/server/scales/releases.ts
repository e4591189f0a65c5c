import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { invalidWithMessage } from '../../../../platform/errors/invalid.ts';
import { holdersOf } from '../../../../platform/identity/server/queries/memberships.ts';
import type { scaleReleases } from '../../contract/scales.ts';
import type { Pack } from '../../rules/scales/pack.ts';
import { isSensitive } from '../../rules/sensitive.ts';
import { expertRoles } from '../experts.ts';
import { insertRelease, releasesOf } from '../queries/releases.ts';

/** How many different people release a pack with sensitive items. */
const RELEASERS = 2;

interface Releases {
  rows: Awaited<ReturnType<typeof loadRows>>;
  /** Roles of psychology teachers, where the school has one. */
  experts: readonly number[];
}

const loadRows = (read: Tx['batch'], orgId: string, scaleIds: readonly string[]) =>
  read([releasesOf(orgId, scaleIds)]).then(([rows]) => rows);

/** The releases of some packs, with what decides whether they are complete. */
export async function loadReleases(read: Tx['batch'], ctx: OrgContext, scaleIds: readonly string[]): Promise<Releases> {
  const roles = await expertRoles(read, ctx);
  const [holders] = await read([holdersOf(ctx.actor.orgId, roles, ctx.nowIso())]);
  return { rows: await loadRows(read, ctx.actor.orgId, scaleIds), experts: holders.length > 0 ? roles : [] };
}

/** Why a pack is not released in its current version; undefined where it is, or needs no release. */
export function releaseProblem(pack: Pack, { rows, experts }: Releases): string | undefined {
  if (!isSensitive(pack)) return undefined;
  const mine = rows.filter(({ scale_id, version }) => scale_id === pack.id && version === pack.version);
  const missing = RELEASERS - mine.length;
  if (missing > 0) return `${pack.title}含有自杀、自伤题目，使用前要由两人看过学生的页面并放行，还差 ${missing} 人`;
  if (experts.length > 0 && !mine.some(({ role_id }) => experts.includes(role_id)))
    return `${pack.title}的放行人中要有一名心理专职教师`;
  return undefined;
}

/** The releases of a pack's current version at the school. */
export async function readReleases(ctx: OrgContext, scaleId: string): Promise<DataOf<typeof scaleReleases>> {
  const pack = ctx.services.packs.packOf(ctx.actor.orgId, scaleId);
  return present(pack, await loadReleases(ctx.read, ctx, [scaleId]));
}

function present(pack: Pack, releases: Releases): DataOf<typeof scaleReleases> {
  const problem = releaseProblem(pack, releases);
  return {
    scale_id: pack.id,
    version: pack.version,
    needed: isSensitive(pack),
    released: problem === undefined,
    ...(problem !== undefined && { missing: problem }),
    items: releases.rows
      .filter(({ version }) => version === pack.version)
      .map(({ user_id, user_name, role_id, released_at }) => ({
        user_id,
        user_name: user_name ?? '',
        role_id,
        released_at,
      })),
  };
}

/**
 * Releases a pack's current version in the caller's name; a second time has no effect.
 *
 * @throws AppError PSY_NOT_FOUND; PSY_INVALID_INPUT where the pack needs no release or another version is in force
 */
export async function releaseScale(
  ctx: OrgContext,
  tx: Tx,
  scaleId: string,
  seenVersion: string | undefined,
): Promise<DataOf<typeof scaleReleases>> {
  const { orgId, roleId } = ctx.actor;
  const pack = ctx.services.packs.packOf(orgId, scaleId);
  const { version } = pack;
  if (seenVersion !== undefined && seenVersion !== version)
    throw invalidWithMessage('/version', `现在使用的是 ${version} 版，请看过以后再放行`);
  if (!isSensitive(pack)) throw invalidWithMessage('/scale_id', '这个量表不含自杀、自伤题目，不需要放行');
  const added = await tx.run(
    insertRelease({
      org_id: orgId,
      scale_id: scaleId,
      version,
      user_id: ctx.caller.userId,
      role_id: roleId,
      released_at: ctx.nowIso(),
    }),
  );
  if (added > 0)
    await audit(tx, ctx, {
      act: 'release',
      resource: 'scale',
      rowId: scaleId,
      rowLabel: pack.title,
      after: { pack_version: version },
    });
  return present(pack, await loadReleases((statements) => tx.batch(statements), ctx, [scaleId]));
}
