import { randomBytes } from 'node:crypto';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { lockOrg } from '../../../platform/context/server/queries/orgs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { BodyOf, DataOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { newToken, tokenHash } from '../../../platform/identity/server/tokens.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { withoutNulls } from '../../../platform/schema/json.ts';
import type { createScreenLink, ScreenLink, screenLinks } from '../contract.ts';
import { ENDED_DAYS, LINKS_MAX } from '../rules.ts';
import * as store from './queries.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The maker of a link must still have the right to make one. */
const MAKES_LINKS = 'large-screen/link create';
export const RESOURCE = 'screen_link';

interface Link {
  org_id: string;
  created_by: string;
  role_id: number;
  expires_at: string;
  revoked_at: string | null;
}

/** Whether a link still opens the screen, apart from the organisation's service. */
export async function stateOf({ access, clock }: Services, link: Link): Promise<ScreenLink['state']> {
  if (link.revoked_at !== null) return 'revoked';
  if (Date.parse(link.expires_at) <= clock.now()) return 'expired';
  const { org_id: orgId, created_by: responsible, role_id: roleId } = link;
  const standing = await access.standingOf({ orgId, responsible, roleId, rights: [MAKES_LINKS] });
  return standing?.length ? 'active' : 'suspended';
}

/** The links of the organisation, without those that ended long ago. */
export async function listLinks(ctx: OrgContext): Promise<DataOf<typeof screenLinks>> {
  const [rows] = await ctx.read([store.linksSince(ctx.actor.orgId, isoTime(ctx.now() - ENDED_DAYS * DAY_MS))]);
  const items = await Promise.all(
    rows.map(async ({ link_id, name, maker, created_at, expires_at, last_used_at, last_address, ...row }) => ({
      link_id,
      name,
      created_by: maker ?? '',
      created_at,
      expires_at,
      state: await stateOf(ctx.services, { ...row, expires_at }),
      ...withoutNulls({ last_used_at, last_address }),
    })),
  );
  return { total: items.length, items };
}

/**
 * Makes a link that opens the screen without a sign-in. The key is in the answer only.
 *
 * @throws AppError AC_FORBIDDEN for a role that reaches some of the schools only; PSY_CONFLICT when too many are in use
 */
export async function createLink(
  ctx: OrgContext,
  tx: Tx,
  { name, valid_hours }: BodyOf<typeof createScreenLink>,
): Promise<DataOf<typeof createScreenLink>> {
  const {
    actor,
    caller: { userId: created_by },
    services: { access, clock },
  } = ctx;
  const { orgId, roleId } = actor;
  // The link shows all schools.
  if (access.scope(actor, 'school').kind !== 'all')
    throw new AppError('AC_FORBIDDEN', { message: '您只管理部分学校，不能新建投放链接' });
  const created_at = isoTime(clock.now());
  await tx.run(lockOrg(orgId));
  if ((await tx.run(store.usedLinks(orgId, created_at))).length >= LINKS_MAX)
    throw new AppError('PSY_CONFLICT', { message: `使用中的投放链接最多 ${LINKS_MAX} 个，请先停用不再需要的` });
  const link_id = newId(clock);
  const secret = newToken(randomBytes);
  const expires_at = isoTime(clock.now() + valid_hours * HOUR_MS);
  await tx.batch([
    store.dropLinks(orgId, isoTime(clock.now() - ENDED_DAYS * DAY_MS)),
    store.insertLink({
      org_id: orgId,
      link_id,
      name,
      key_hash: tokenHash(secret),
      created_by,
      role_id: roleId,
      created_at,
      expires_at,
    }),
  ]);
  await audit(tx, ctx, { act: 'create', resource: RESOURCE, rowId: link_id, rowLabel: name, after: { expires_at } });
  return { link_id, key: `${orgId}.${secret}`, expires_at };
}

/** Ends a link at once. @throws AppError PSY_NOT_FOUND when it is not in use */
export async function revokeLink(ctx: OrgContext, tx: Tx, linkId: string): Promise<void> {
  const [link] = await tx.run(store.setRevoked(ctx.actor.orgId, linkId, ctx.nowIso()));
  if (!link) throw new AppError('PSY_NOT_FOUND');
  await audit(tx, ctx, { act: 'revoke', resource: RESOURCE, rowId: linkId, rowLabel: link.name });
}
