import type { OrgContext } from '../../src/platform/context/server/context.ts';
import { accountContext, orgContext, requestContext } from '../../src/platform/context/server/make-context.ts';
import type { Services } from '../../src/platform/context/server/services.ts';

/** A request of a demo member of a school's staff, with the second proof; for use cases that a test calls directly. */
export async function staffContext(services: Services, orgId: string, roleId: number): Promise<OrgContext> {
  const userId = `u-o${orgId}r${roleId}`;
  const actor = await services.access.resolveActor(userId, { orgId, orgType: '2', roleId: String(roleId) });
  const caller = { userId, sessionId: 's', chainId: 's', appKind: 'web' } as const;
  const facts = { caller, actor, appKind: 'web', device: '', address: '', requestId: 'r' } as const;
  return orgContext(accountContext(requestContext({ services, ...facts }), caller), actor, async () => undefined);
}
