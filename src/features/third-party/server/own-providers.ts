import { audit, type Auditor } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { endSessionsOnlyOf } from '../../../platform/identity/server/queries/sessions.ts';
import { PROVIDER_NAMES } from '../../../platform/outside-identity/provider.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { endClaimedRoles } from '../../staff/server/public.ts';
import type { OwnProvider, RoleClaim } from '../own-contract.ts';
import { secretPurpose } from './providers.ts';
import {
  deleteCorpOf,
  deleteProvider,
  deleteSubjectsIn,
  lockOwnProvider,
  ownProvider,
  putProvider,
  setSecret,
  type OwnKind,
  type SignInProvidersTable,
} from './queries.ts';
import { isNarrower, roleClaimFacts } from './role-claim.ts';

const RESOURCE = 'sign_in_provider';
const KINDS: readonly OwnKind[] = ['sso', 'wwork', 'wwork_suite'];
const RETURNS: Readonly<Record<OwnKind, readonly string[]>> = {
  wwork: ['/wwork-qr-login', '/wwork-login'],
  sso: ['/sso-login', '/login'],
  wwork_suite: [],
};
/** Names in the audit log. */
const NAMES: Readonly<Record<OwnKind, string>> = { ...PROVIDER_NAMES, wwork_suite: '企业微信服务商应用' };

const textsOf = (settings: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));

/** The providers that the organisation has set up. Secrets stay here. */
export async function listOwn(ctx: OrgContext): Promise<OwnProvider[]> {
  const { orgId } = ctx.actor;
  const found = await ctx.read(KINDS.map((kind) => ownProvider(orgId, kind)));
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
    JSON.stringify([of['suite_id'], of['corp_id'], of['agent_id'], of['issuer'], of['client_id']]);
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
    rowLabel: NAMES[kind],
    before: was,
    after: { ...is, ...(secret && { provider_secret: '已更换' }) },
  });
  // Subjects of one server say nothing at another one.
  const isOther = before && idOf(before.settings) !== idOf(settings);
  if (kind === 'sso' && isOther) await tx.run(deleteSubjectsIn(orgId));
  const isDistrusted = before !== undefined && (!enabled || kept === undefined);
  if (before && kind === 'sso' && (isDistrusted || isNarrower(before.role_claim, roleClaim)))
    await endClaimedRoles(ctx, tx);
  if (isDistrusted) await endItsSessions(ctx.services, tx, orgId, ctx.nowIso());
}

/** Ends the sessions that providers of this organisation vouched for: what vouched for them is not trusted any more. */
async function endItsSessions({ sessions }: Ending, tx: Tx, orgId: string, at: string): Promise<void> {
  const ended = await tx.run(endSessionsOnlyOf(orgId, at));
  tx.afterCommit(() => sessions.publishEnded(ended));
}

type Ending = Pick<Services, 'sessions' | 'clock'>;

/**
 * Removes a provider of the auditor's organisation, with the sessions that it vouched for.
 *
 * @returns Whether there was one
 */
export async function dropProvider(services: Ending, auditor: Auditor, tx: Tx, kind: OwnKind): Promise<boolean> {
  const { orgId } = auditor.actor;
  const [before] = await tx.run(lockOwnProvider(orgId, kind));
  if (!before) return false;
  await tx.run(deleteProvider(orgId, kind));
  await audit(tx, auditor, {
    act: 'delete',
    resource: RESOURCE,
    rowId: kind,
    rowLabel: NAMES[kind],
    before: factsOf(before),
  });
  if (kind === 'sso') await tx.run(deleteSubjectsIn(orgId));
  if (kind === 'wwork_suite') await tx.run(deleteCorpOf(orgId));
  await endItsSessions(services, tx, orgId, nowIso(services.clock));
  return true;
}

/** Replaces the secret of a provider alone, where the provider itself says that there is another one. */
export async function replaceSecret(
  { cipher, clock }: Pick<Services, 'cipher' | 'clock'>,
  auditor: Auditor,
  tx: Tx,
  { kind, secret }: { kind: OwnKind; secret: string },
): Promise<void> {
  const { orgId } = auditor.actor;
  const stored = cipher.encrypt(secretPurpose(orgId, kind), secret);
  if ((await tx.run(setSecret(orgId, kind, stored, nowIso(clock)))) === 0) return;
  const after = { provider_secret: '已更换' };
  await audit(tx, auditor, { act: 'update', resource: RESOURCE, rowId: kind, rowLabel: NAMES[kind], after });
}

/** @throws AppError PSY_NOT_FOUND */
export async function removeOwn(ctx: OrgContext, tx: Tx, kind: OwnKind): Promise<void> {
  if (!(await dropProvider(ctx.services, ctx, tx, kind)))
    throw new AppError('PSY_NOT_FOUND', { message: '没有设置这种登录方式' });
  if (kind === 'sso') await endClaimedRoles(ctx, tx);
}
