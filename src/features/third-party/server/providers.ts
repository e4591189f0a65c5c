import type { RequestContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { PROVIDER_NAMES, type ProviderName, type Way } from '../../../platform/outside-identity/provider.ts';
import type { OutsideProvider, WworkSuite } from '../../../platform/outside-identity/server/outside.ts';
import { qq } from '../../../platform/outside-identity/server/qq.ts';
import { sso, type SsoServer } from '../../../platform/outside-identity/server/sso.ts';
import { wechat } from '../../../platform/outside-identity/server/wechat.ts';
import { suiteCalls, wworkSuite } from '../../../platform/outside-identity/server/wwork-suite.ts';
import { accessOfApp, wwork, type CorpAccess, type CorpApp } from '../../../platform/outside-identity/server/wwork.ts';
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

/**
 * The operator's suite.
 *
 * @throws AppError AC_THIRD_NOT_OPENED where none is configured, or another one than the named
 */
export function suiteNamed({ services: { outside } }: Pick<RequestContext, 'services'>, suiteId?: string): WworkSuite {
  const { suite } = outside;
  if (!suite || (suiteId !== undefined && suiteId !== suite.id))
    throw new AppError('AC_THIRD_NOT_OPENED', { message: '企业微信服务商应用尚未开通，请从本单位的应用登录' });
  return suite;
}

/** Access to the corporation of an organisation: by its own app, else by what it granted to the operator's suite. */
export async function corpAccessOf(
  ctx: Pick<RequestContext, 'services'>,
  orgId: string,
): Promise<CorpAccess | undefined> {
  const { services } = ctx;
  const app = await corpAppOf(ctx, orgId);
  if (app) return accessOfApp(services, app);
  const { suite } = services.outside;
  const grant = suite && (await openProvider(ctx, orgId, 'wwork_suite'));
  if (!grant || grant.settings['suite_id'] !== suite.id) return undefined;
  return suiteCalls(services, suite).access({
    corpId: String(grant.settings['corp_id']),
    agentId: String(grant.settings['agent_id']),
    permanentCode: grant.secret,
  });
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

/** Who vouches: the suite of the operator where it is named, else an organisation's own provider where `orgId` is given. */
export interface Vouching {
  name: ProviderName;
  orgId: string | null;
  suiteId?: string | undefined;
}

/**
 * The configured provider.
 *
 * @throws AppError AC_THIRD_NOT_OPENED where it is not configured
 */
export async function providerOf(
  ctx: Pick<RequestContext, 'services'>,
  { name, orgId, suiteId }: Vouching,
): Promise<OutsideProvider> {
  const { outside } = ctx.services;
  if (suiteId !== undefined) {
    const suite = suiteNamed(ctx, suiteId);
    if (name !== 'wwork') throw notOpened(name);
    return wworkSuite(ctx.services, suite);
  }
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
export const isOwnKind = (name: ProviderName): name is 'wwork' | 'sso' => name === 'wwork' || name === 'sso';

interface Offer {
  plat_source: ProviderName;
  ways: Way[];
  title: string;
  tenant: string;
  suite_id: string;
}

const NO_NAMES = { title: '', tenant: '', suite_id: '' } as const;

/** The suite of the operator, in whose app a person may be a member of any corporation. */
const suiteOffer = ({ id }: WworkSuite): Offer => ({
  ...NO_NAMES,
  plat_source: 'wwork',
  ways: ['in_app'],
  suite_id: id,
});

/** What the sign-in page of an organisation, or of the platform, offers. */
export async function offersAt(ctx: RequestContext, orgId: string | null): Promise<Offer[]> {
  const { db, outside } = ctx.services;
  const { suite } = outside;
  const shared = (['wechat', 'qq'] as const).flatMap((plat_source): Offer[] => {
    const provider = { wechat, qq }[plat_source](outside);
    return provider ? [{ ...NO_NAMES, plat_source, ways: [...provider.ways] }] : [];
  });
  if (orgId === null) return [...shared, ...(suite ? [suiteOffer(suite)] : [])];
  const [own] = await db.read({ orgId, userId: null }, [enabledProviders(orgId)]);
  const hasApp = own.some(({ kind }) => kind === 'wwork');
  return [
    ...own.flatMap(({ kind, settings }): Offer[] => {
      // Where an organisation has both, its own app serves all browsers.
      if (kind === 'wwork_suite')
        return suite && !hasApp && settings['suite_id'] === suite.id ? [suiteOffer(suite)] : [];
      const title = settings['title'];
      const names = { title: typeof title === 'string' ? title : '', tenant: orgId, suite_id: '' };
      return [{ plat_source: kind, ways: ['qr', 'in_app'], ...names }];
    }),
    ...shared,
  ];
}
