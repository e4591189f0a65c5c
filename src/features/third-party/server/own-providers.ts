import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { endSessionsOnlyOf } from '../../../platform/identity/server/queries/sessions.ts';
import { PROVIDER_NAMES } from '../../../platform/outside-identity/provider.ts';
import { endClaimedRoles } from '../../staff/server/public.ts';
import type { OwnProvider, RoleClaim } from '../own-contract.ts';
import { secretPurpose } from './providers.ts';
import {
  deleteProvider,
  deleteSubjectsIn,
  lockOwnProvider,
  ownProvider,
  putProvider,
  type OwnKind,
  type SignInProvidersTable,
} from './queries.ts';
import { isNarrower, roleClaimFacts } from './role-claim.ts';

const RESOURCE = 'sign_in_provider';
const KINDS: readonly OwnKind[] = ['sso', 'wwork'];
const RETURNS: Readonly<Record<OwnKind, readonly string[]>> = {
  wwork: ['/wwork-qr-login', '/wwork-login'],
  sso: ['/sso-login', '/login'],
};

const textsOf = (settings: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));

/** The providers that the organisation has set up. Secrets stay here. */
export async function listOwn(ctx: OrgContext): Promise<OwnProvider[]> {
  const { orgId } = ctx.actor;
  const found = await ctx.read([ownProvider(orgId, 'sso'), ownProvider(orgId, 'wwork')]);
  return KINDS.flatMap((kind, i) =>
    (found[i] ?? []).map(({ enabled, settings, role_claim, secret, updated_at }) => ({
      kind,
      enabled,
      settings: textsOf(settings),
      role_claim,
      has_secret: secret !== '',
      updated_at,
      return_addresses: RETURNS[kind].map((path) => `${ctx.origin}${path}`),
    })),
  );
}

interface Wanted {
  kind: OwnKind;
  enabled: boolean;
  settings: Readonly<Record<string, string>>;
  roleClaim: RoleClaim | null;
  secret?: string | null | undefined;
}

/** Facts of a provider in the audit log. */
const factsOf = ({
  enabled,
  settings,
  role_claim,
}: Pick<SignInProvidersTable, 'enabled' | 'settings' | 'role_claim'>) => ({
  provider_enabled: enabled ? '开启' : '关闭',
  ...textsOf(settings),
  ...roleClaimFacts(role_claim),
});

/**
 * Saves a provider. Without a new secret the stored one stays, unless the provider is another one now: a secret is
 * never sent to a server that it was not given for.
 *
 * @throws AppError PSY_INVALID_INPUT where the secret is missing
 */
export async function saveOwn(
  ctx: OrgContext,
  tx: Tx,
  { kind, enabled, settings, roleClaim, secret }: Wanted,
): Promise<void> {
  const {
    actor: { orgId },
    services: { cipher },
  } = ctx;
  const [before] = await tx.run(lockOwnProvider(orgId, kind));
  const idOf = (of: Readonly<Record<string, unknown>>) =>
    JSON.stringify([of['corp_id'], of['agent_id'], of['issuer'], of['client_id']]);
  const kept = before && idOf(before.settings) === idOf(settings) ? before.secret : undefined;
  const stored = secret ? cipher.encrypt(secretPurpose(orgId, kind), secret) : kept;
  if (stored === undefined) throw invalid('/secret', before ? '换了服务或应用，请重新填写密钥' : '请填写密钥');
  const row = { org_id: orgId, kind, enabled, settings: { ...settings }, role_claim: roleClaim, secret: stored };
  await tx.run(putProvider({ ...row, updated_at: ctx.nowIso() }));
  const [was, is] = [before ? factsOf(before) : null, factsOf(row)];
  await audit(tx, ctx, {
    act: before ? 'update' : 'create',
    resource: RESOURCE,
    rowId: kind,
    rowLabel: PROVIDER_NAMES[kind],
    before: was,
    after: { ...is, ...(secret && { provider_secret: '已更换' }) },
  });
  // Subjects of one server say nothing at another one.
  const isOther = before && idOf(before.settings) !== idOf(settings);
  if (kind === 'sso' && isOther) await tx.run(deleteSubjectsIn(orgId));
  const isDistrusted = before !== undefined && (!enabled || kept === undefined);
  if (before && kind === 'sso' && (isDistrusted || isNarrower(before.role_claim, roleClaim)))
    await endClaimedRoles(ctx, tx);
  if (isDistrusted) await endItsSessions(ctx, tx);
}

/** Ends the sessions that providers of this organisation vouched for: what vouched for them is not trusted any more. */
async function endItsSessions(ctx: OrgContext, tx: Tx): Promise<void> {
  const { sessions } = ctx.services;
  const ended = await tx.run(endSessionsOnlyOf(ctx.actor.orgId, ctx.nowIso()));
  tx.afterCommit(() => sessions.publishEnded(ended));
}

/** @throws AppError PSY_NOT_FOUND */
export async function removeOwn(ctx: OrgContext, tx: Tx, kind: OwnKind): Promise<void> {
  const { orgId } = ctx.actor;
  const [before] = await tx.run(lockOwnProvider(orgId, kind));
  if (!before) throw new AppError('PSY_NOT_FOUND', { message: '没有设置这种登录方式' });
  await tx.run(deleteProvider(orgId, kind));
  await audit(tx, ctx, {
    act: 'delete',
    resource: RESOURCE,
    rowId: kind,
    rowLabel: PROVIDER_NAMES[kind],
    before: factsOf(before),
  });
  if (kind === 'sso') {
    await tx.run(deleteSubjectsIn(orgId));
    await endClaimedRoles(ctx, tx);
  }
  await endItsSessions(ctx, tx);
}
