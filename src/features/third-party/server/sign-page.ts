import { randomBytes } from 'node:crypto';
import type { RequestContext } from '../../../platform/context/server/context.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { pageSignature, wworkCalls, type TicketKind } from '../../../platform/outside-identity/server/wwork.ts';
import type { corpSignature } from '../contract.ts';
import { corpAccessOf, notOpened, orgOf } from './providers.ts';

/** The address without what follows `#`, as the JS-SDK wants it. */
function ownPage(ctx: RequestContext, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.origin !== ctx.origin || url.username !== '' || url.password !== '')
    throw invalid('/url', '只能为本站的页面签名');
  url.hash = '';
  return url.href;
}

/**
 * Signs a page of the portal for the JS-SDK of WeCom.
 *
 * @throws AppError PSY_INVALID_INPUT for an address of another site; AC_THIRD_NOT_OPENED where WeCom is not configured
 */
export async function signPage(
  ctx: RequestContext,
  kind: TicketKind,
  query: { url: string; tenant?: string | null },
): Promise<DataOf<typeof corpSignature>> {
  const url = ownPage(ctx, query.url);
  const orgId = await orgOf(ctx, query.tenant);
  const access = orgId === null ? undefined : await corpAccessOf(ctx, orgId);
  if (!access) throw notOpened('wwork');
  const ticket = await wworkCalls(ctx.services, access).ticket(kind);
  const nonce = randomBytes(12).toString('hex');
  const timestamp = Math.floor(ctx.now() / 1000);
  return {
    corp_id: access.corpId,
    ...(kind === 'agent_config' && { agent_id: access.agentId }),
    timestamp,
    nonce_str: nonce,
    signature: pageSignature({ ticket, nonce, timestamp, url }),
  };
}
