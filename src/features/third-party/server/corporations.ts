import type { OrgContext, RequestContext } from '../../../platform/context/server/context.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { keepAttempt, newState, takeAttempt } from '../../../platform/outside-identity/server/attempts.ts';
import {
  suiteCalls,
  type CorpGrant,
  type SuiteIdentity,
} from '../../../platform/outside-identity/server/wwork-suite.ts';
import type { linkCorporation as linkContract } from '../suite-contract.ts';
import { saveOwn } from './own-providers.ts';
import { suiteNamed } from './providers.ts';
import { deleteCorpOf, insertCorpTenant, tenantOfCorp } from './queries.ts';

const NO_TENANT = { orgId: null, userId: null };
/** Where the page of an authorisation sends the browser back to. */
const RETURN_PAGE = '/security-setting/sign-in';

/** The organisation that has linked a corporation. */
export async function ownerOf({ services: { db } }: Pick<RequestContext, 'services'>, suiteId: string, corpId: string) {
  const [[row]] = await db.read(NO_TENANT, [tenantOfCorp(suiteId, corpId)]);
  return row?.tenant;
}

/**
 * The organisation of the corporation whose member came back.
 *
 * @throws AppError AC_FORBIDDEN where no organisation has linked the corporation
 */
export async function orgOfCorp(ctx: RequestContext, { suiteId, corpId }: SuiteIdentity): Promise<string> {
  const orgId = await ownerOf(ctx, suiteId, corpId);
  if (orgId === undefined)
    throw new AppError('AC_FORBIDDEN', {
      message: '您所在的企业没有与这里的单位关联，请联系单位的管理员，或用其他方式登录',
    });
  return orgId;
}

/** Sends an administrator to the page of WeCom on which the corporation authorises the suite. */
export async function sendToAuthorise(ctx: OrgContext, browser: string): Promise<{ url: string }> {
  const suite = suiteNamed(ctx);
  const state = newState();
  const redirectUri = `${ctx.origin}${RETURN_PAGE}`;
  const url = await suiteCalls(ctx.services, suite).installPage(redirectUri, state);
  // No sign-in and no binding has both a suite and an account, so that neither can end this attempt.
  await keepAttempt(ctx.services, state, {
    provider: 'wwork',
    way: 'in_app',
    orgId: ctx.actor.orgId,
    suiteId: suite.id,
    userId: ctx.caller.userId,
    redirectUri,
    browser,
    kept: {},
  });
  return { url };
}

/**
 * What a corporation granted to the person who came back.
 *
 * @throws AppError AC_THIRD_STATE_INVALID, AC_THIRD_CODE_INVALID, PSY_UNAVAILABLE
 */
export async function grantedTo(
  ctx: OrgContext,
  { auth_code, state, browser }: BodyOf<typeof linkContract>,
): Promise<CorpGrant> {
  const suite = suiteNamed(ctx);
  const attempt = await takeAttempt(ctx.services, state, browser);
  const isOwn = attempt.userId === ctx.caller.userId && attempt.orgId === ctx.actor.orgId;
  if (!isOwn || attempt.suiteId !== suite.id) throw new AppError('AC_THIRD_STATE_INVALID');
  return suiteCalls(ctx.services, suite).grantOf(auth_code);
}

/**
 * Links a corporation to the organisation, in place of one that was linked before.
 *
 * @throws AppError PSY_CONFLICT where another organisation has it
 */
export async function linkCorporation(
  ctx: OrgContext,
  tx: Tx,
  { corpId, corpName, agentId, permanentCode }: CorpGrant,
): Promise<void> {
  const { orgId } = ctx.actor;
  const { id } = suiteNamed(ctx);
  await tx.run(deleteCorpOf(orgId));
  if ((await tx.run(insertCorpTenant({ suite_id: id, corp_id: corpId, tenant: orgId }))) === 0)
    throw new AppError('PSY_CONFLICT', { message: '这家企业已经与另一个单位关联，请先在那个单位删除' });
  await saveOwn(ctx, tx, {
    kind: 'wwork_suite',
    enabled: true,
    settings: { suite_id: id, corp_id: corpId, corp_name: corpName, agent_id: agentId },
    roleClaim: null,
    secret: permanentCode,
  });
}
