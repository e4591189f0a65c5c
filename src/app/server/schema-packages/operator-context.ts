import { effectiveFeatures } from '../../../platform/access/feature-expression.ts';
import { securitySettingsOf, settingsFrom } from '../../../platform/access/server/queries/security-settings.ts';
import { NO_ROLE } from '../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { accountContext, orgContext, requestContext } from '../../../platform/context/server/make-context.ts';
import { featuresOf, orgById, settingsOf, termsOf } from '../../../platform/context/server/queries/orgs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';

/**
 * The context of an operator's command in an organisation. The operator has no role there: the command itself decides
 * what it may do.
 *
 * @throws StartError where there is no such organisation
 */
export async function operatorContext(services: Services, userId: string, orgId: string): Promise<OrgContext> {
  const { db, access } = services;
  const [[org], opened, [settings], [security]] = await db.read({ orgId, userId: null }, [
    orgById(orgId),
    featuresOf(orgId),
    settingsOf(orgId),
    securitySettingsOf(orgId),
  ]);
  if (!org) throw new StartError(`没有编号为 ${orgId} 的单位`);
  const actor = {
    userId,
    orgId,
    orgType: org.org_type,
    eduLevel: org.edu_level,
    identity: IDENTITY.staff,
    roleId: NO_ROLE,
    roleExtend: {},
    features: effectiveFeatures(
      opened.map(({ feature }) => feature),
      settings?.consulting_offline_open ?? false,
    ),
    service: termsOf(org),
    security: access.security(settingsFrom(security), { orgType: org.org_type, roleId: NO_ROLE }),
  };
  const caller = { userId, sessionId: '', chainId: '', appKind: 'web' as const };
  const request = requestContext({
    services,
    caller,
    actor,
    requestId: '',
    appKind: 'web',
    address: '',
    device: '',
  });
  return orgContext(accountContext(request, caller), actor, () => Promise.resolve());
}
