import { systemIn } from '../../../platform/audit/server/operator.ts';
import type { RequestContext } from '../../../platform/context/server/context.ts';
import type { WworkSuite } from '../../../platform/outside-identity/server/outside.ts';
import { suiteCalls } from '../../../platform/outside-identity/server/wwork-suite.ts';
import { ownerOf } from './corporations.ts';
import { dropProvider, replaceSecret } from './own-providers.ts';
import { deleteCorp } from './queries.ts';

/** A corporation has ended its authorisation: its link and the sessions that it vouched for end. */
export async function unlinkCorporation(ctx: RequestContext, suite: WworkSuite, corpId: string): Promise<void> {
  const { services } = ctx;
  const orgId = await ownerOf(ctx, suite.id, corpId);
  if (orgId === undefined) return;
  await services.db.transaction({ orgId, userId: null }, async (tx) => {
    // Meanwhile the organisation may have linked another corporation.
    if ((await tx.run(deleteCorp(suite.id, corpId, orgId))) === 0) return;
    await dropProvider(services, systemIn(services, orgId), tx, 'wwork_suite');
  });
}

/**
 * A corporation has replaced what it granted permanently.
 *
 * @throws AppError AC_THIRD_CODE_INVALID, PSY_UNAVAILABLE
 */
export async function renewGrant(ctx: RequestContext, suite: WworkSuite, authCode: string): Promise<void> {
  const { services } = ctx;
  const { corpId, permanentCode } = await suiteCalls(services, suite).grantOf(authCode);
  const orgId = await ownerOf(ctx, suite.id, corpId);
  if (orgId === undefined) return;
  await services.db.transaction({ orgId, userId: null }, (tx) =>
    replaceSecret(services, systemIn(services, orgId), tx, { kind: 'wwork_suite', secret: permanentCode }),
  );
}
