import type { RequestContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { PROVIDER_NAMES, type ProviderName, type Way } from '../../../platform/outside-identity/provider.ts';
import type { OutsideProvider } from '../../../platform/outside-identity/server/outside.ts';
import { qq } from '../../../platform/outside-identity/server/qq.ts';
import { sso, type SsoServer } from '../../../platform/outside-identity/server/sso.ts';
import { wechat } from '../../../platform/outside-identity/server/wechat.ts';
import { wwork, type CorpApp } from '../../../platform/outside-identity/server/wwork.ts';
import { orgOfHost } from '../../sites/server/public.ts';
import type { RoleClaim } from '../own-contract.ts';
import { enabledProviders, ownProvider, type OwnKind } from './queries.ts';

/** The purpose under which the secret of an organisation's provider is encrypted. */
export const secretPurpose = (orgId: string, kind: OwnKind): string => `sign-in provider\n${orgId}\n${kind}`;

/** The organisation whose providers a visitor is offered: that of the host, or at a shared host the named one. */
export async function orgOf(ctx: RequestContext, tenant: string | null | undefined): Promise<string | null> {
  return (await orgOfHost(ctx, new URL(ctx.origin).host)) ?? (tenant || null);
}

/** A provider of an organisation with its secret in clear; undefined where it is not enabled or cannot be read. */
export async function openProvider(
  { services: { db, cipher, log } }: Pick<RequestContext, 'services'>,
  orgId: string,
  kind: OwnKind,
): Promise<{ settings: Record<string, unknown>; roleClaim: RoleClaim | null; secret: string } | undefined> {
  const [[row]] = await db.read({ orgId, userId: null }, [ownProvider(orgId, kind)]);
  if (!row?.enabled) return undefined;
  try {
    const { settings, role_claim: roleClaim } = row;
    return { settings, roleClaim, secret: cipher.decrypt(secretPurpose(orgId, kind), row.secret) };
  } catch (error) {
    log.warn({ err: error, org_id: orgId, kind }, 'the secret of a sign-in provider cannot be read');
    return undefined;
  }
}

export async function corpAppOf(ctx: Pick<RequestContext, 'services'>, orgId: string): Promise<CorpApp | undefined> {
  const found = await openProvider(ctx, orgId, 'wwork');
  return (
    found && {
      corpId: String(found.settings['corp_id']),
      agentId: String(found.settings['agent_id']),
      secret: found.secret,
    }
  );
}

export async function ssoServerOf(
  ctx: Pick<RequestContext, 'services'>,
  orgId: string,
): Promise<SsoServer | undefined> {
  const found = await openProvider(ctx, orgId, 'sso');
  return (
    found && {
      issuer: String(found.settings['issuer']),
      clientId: String(found.settings['client_id']),
      loginClaim: String(found.settings['login_claim']),
      // Absent in settings from before it could be set.
      scopes: String(found.settings['scopes'] ?? ''),
      roleClaim: found.roleClaim?.claim,
      secret: found.secret,
    }
  );
}

/** The refusal with the provider's name. */
export const notOpened = (name: ProviderName): AppError =>
  new AppError('AC_THIRD_NOT_OPENED', { message: `${PROVIDER_NAMES[name]}登录尚未开通，请用其他方式登录` });

/**
 * The configured provider, which is an organisation's own where `orgId` is given.
 *
 * @throws AppError AC_THIRD_NOT_OPENED where it is not configured
 */
export async function providerOf(
  ctx: Pick<RequestContext, 'services'>,
  name: ProviderName,
  orgId: string | null,
): Promise<OutsideProvider> {
  const { outside } = ctx.services;
  const found = await (async () => {
    if (name === 'wechat') return wechat(outside);
    if (name === 'qq') return qq(outside);
    if (orgId === null) return undefined;
    if (name === 'sso') {
      const server = await ssoServerOf(ctx, orgId);
      return server && sso(ctx.services, server);
    }
    const app = await corpAppOf(ctx, orgId);
    return app && wwork(ctx.services, app);
  })();
  if (!found) throw notOpened(name);
  return found;
}

/** Whether the providers of an organisation vouch for a name. */
export const isOwnKind = (name: ProviderName): name is OwnKind => name === 'wwork' || name === 'sso';

interface Offer {
  plat_source: ProviderName;
  ways: Way[];
  title: string;
  tenant: string;
}

/** What the sign-in page of an organisation, or of the platform, offers. */
export async function offersAt(ctx: RequestContext, orgId: string | null): Promise<Offer[]> {
  const { db, outside } = ctx.services;
  const shared = (['wechat', 'qq'] as const).flatMap((plat_source): Offer[] => {
    const provider = { wechat, qq }[plat_source](outside);
    return provider ? [{ plat_source, ways: [...provider.ways], title: '', tenant: '' }] : [];
  });
  if (orgId === null) return shared;
  const [own] = await db.read({ orgId, userId: null }, [enabledProviders(orgId)]);
  return [
    ...own.map(({ kind, settings }): Offer => {
      const title = settings['title'];
      return {
        plat_source: kind,
        ways: ['qr', 'in_app'],
        title: typeof title === 'string' ? title : '',
        tenant: orgId,
      };
    }),
    ...shared,
  ];
}
