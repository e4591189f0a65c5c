import {
  SECURITY_MODULES,
  pageGroupName,
  type SecurityModule,
  type SecuritySettings,
} from '../../../platform/access/security.ts';
import {
  ensureSecuritySettings,
  lockSecuritySettings,
  putSecuritySettings,
  securitySettingsOf,
  settingsFrom,
} from '../../../platform/access/server/queries/security-settings.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { SecurityConfig, putSecurityConfig } from '../contract.ts';

const RESOURCE = 'security';

export const protectableOf = ({ actor, services: { access } }: OrgContext): readonly string[] =>
  access.protectable(actor.orgType);

const roleFlagsHere = ({ actor, services: { access } }: OrgContext) => access.roleFlags(actor.orgType);

const staffRolesHere = ({ actor, services: { access } }: OrgContext) =>
  [...access.grants.rolesIn(actor.orgType)].sort((a, b) => a - b);

const configOf = (
  ctx: OrgContext,
  { permit, modules, unprotected, retentionYears, authenticatorRoles }: SecuritySettings,
): SecurityConfig => ({
  permit,
  retention_years: retentionYears,
  authenticator_roles: [...authenticatorRoles],
  staff_roles: staffRolesHere(ctx),
  modules: SECURITY_MODULES.map((module_code) => ({ module_code, open: modules[module_code] })),
  functions: protectableOf(ctx).map((function_code) => ({
    function_code,
    open: !unprotected.includes(function_code),
  })),
});

async function settings(ctx: OrgContext): Promise<SecuritySettings> {
  const [[row]] = await ctx.read([securitySettingsOf(ctx.actor.orgId)]);
  return settingsFrom(row);
}

export const readSecurity = async (ctx: OrgContext): Promise<SecurityConfig> => configOf(ctx, await settings(ctx));

/** Facts of settings in the audit log (`audit_fact`). */
function facts(
  ctx: OrgContext,
  { permit, modules, unprotected, roleFlags, retentionYears, authenticatorRoles }: SecuritySettings,
): Record<string, string> {
  const word = (on: boolean) => (on ? '开启' : '关闭');
  const flags = [...roleFlagsHere(ctx)].flatMap(([role, names]) =>
    names
      .filter((flag) => roleFlags[role]?.includes(flag))
      .map((flag) => `${labelOf('role', role)}${labelOf('role_flag', flag)}`),
  );
  return {
    permit: word(permit),
    ...Object.fromEntries(SECURITY_MODULES.map((code) => [code, word(modules[code])])),
    protected_pages:
      protectableOf(ctx)
        .filter((area) => !unprotected.includes(area))
        .map(pageGroupName)
        .join('、') || '无',
    role_flags: flags.join('、') || '无',
    retention_years: String(retentionYears),
    authenticator_roles: authenticatorRoles.map((role) => labelOf('role', role)).join('、') || '无',
  };
}

/**
 * Changes a school's security settings, effective with the next request in all processes. Changes are serialised, and
 * each changes only its own fields.
 */
async function change(
  ctx: OrgContext,
  tx: Tx,
  to: (now: SecuritySettings) => SecuritySettings,
): Promise<SecuritySettings> {
  const {
    actor: { orgId },
    services: { access },
  } = ctx;
  const at = ctx.nowIso();
  await tx.run(ensureSecuritySettings(orgId, at));
  const before = settingsFrom((await tx.run(lockSecuritySettings(orgId)))[0]);
  const next = to(before);
  const [was, is] = [facts(ctx, before), facts(ctx, next)];
  const changed = Object.keys(is).filter((name) => was[name] !== is[name]);
  if (changed.length > 0) {
    await tx.run(putSecuritySettings(orgId, next, at));
    const pick = (of: Record<string, string>) => Object.fromEntries(changed.map((name) => [name, of[name]]));
    await audit(tx, ctx, {
      act: 'update',
      resource: RESOURCE,
      rowId: orgId,
      rowLabel: '安全设置',
      before: pick(was),
      after: pick(is),
    });
  }
  tx.afterCommit(() => access.invalidateOrg(orgId));
  return next;
}

const unknown = (field: string, message: string) => invalid(field, message);

const isModule = (code: string): code is SecurityModule => SECURITY_MODULES.some((one) => one === code);

/**
 * Changes modules and protected page groups.
 *
 * @throws AppError PSY_INVALID_INPUT for an unknown function or page group
 */
export async function changeSecurity(
  ctx: OrgContext,
  tx: Tx,
  {
    modules = [],
    functions = [],
    retention_years: years,
    authenticator_roles: roles,
  }: BodyOf<typeof putSecurityConfig>,
): Promise<SecurityConfig> {
  const protectable = protectableOf(ctx);
  const wanted = modules.map(({ module_code: code, open }, i) => {
    if (!isModule(code)) throw unknown(`/modules/${i}/module_code`, '没有这项功能');
    return [code, open] as const;
  });
  for (const [i, { function_code }] of functions.entries())
    if (!protectable.includes(function_code)) throw unknown(`/functions/${i}/function_code`, '没有这个页面');
  const stranger = (roles ?? []).findIndex((role) => !staffRolesHere(ctx).includes(role));
  if (stranger >= 0) throw unknown(`/authenticator_roles/${stranger}`, '本单位没有这个角色');
  return configOf(
    ctx,
    await change(ctx, tx, (now) => {
      const open = new Map(functions.map(({ function_code, open }) => [function_code, open]));
      const kept = now.unprotected.filter((area) => !open.has(area));
      return {
        ...now,
        retentionYears: years ?? now.retentionYears,
        authenticatorRoles: roles ?? now.authenticatorRoles,
        modules: { ...now.modules, ...Object.fromEntries(wanted) },
        unprotected: [...kept, ...functions.flatMap(({ function_code, open }) => (open ? [] : [function_code]))],
      };
    }),
  );
}

export const permitSecurity = async (ctx: OrgContext, tx: Tx, permit: boolean): Promise<SecurityConfig> =>
  configOf(ctx, await change(ctx, tx, (now) => ({ ...now, permit })));

/**
 * Replaces the protected pages.
 *
 * @throws AppError PSY_INVALID_INPUT when a page cannot be protected
 */
export function protectPages(ctx: OrgContext, tx: Tx, areas: readonly string[]): Promise<SecurityConfig> {
  const at = areas.findIndex((area) => !protectableOf(ctx).includes(area));
  if (at >= 0) throw unknown(`/protected/${at}`, '这个页面不能设置身份验证');
  return changeSecurity(ctx, tx, {
    functions: protectableOf(ctx).map((function_code) => ({ function_code, open: areas.includes(function_code) })),
  });
}

/**
 * Flags that the role may have.
 *
 * @throws AppError PSY_NOT_FOUND when it has none
 */
function flagsOf(ctx: OrgContext, roleId: number): readonly string[] {
  const flags = roleFlagsHere(ctx).get(roleId);
  if (!flags) throw new AppError('PSY_NOT_FOUND', { message: '这个角色没有可以设置的权限' });
  return flags;
}

const enabledFlags = (flags: readonly string[], roleId: number, { roleFlags }: SecuritySettings) =>
  Object.fromEntries(flags.map((flag) => [flag, (roleFlags[roleId] ?? []).includes(flag)]));

/** All roles that can have flags. */
export async function allRoleAuths(ctx: OrgContext): Promise<{ role_id: number; flags: Record<string, boolean> }[]> {
  const now = await settings(ctx);
  return [...roleFlagsHere(ctx)].map(([role_id, flags]) => ({ role_id, flags: enabledFlags(flags, role_id, now) }));
}

export const roleAuths = async (ctx: OrgContext, roleId: number): Promise<Record<string, boolean>> =>
  enabledFlags(flagsOf(ctx, roleId), roleId, await settings(ctx));

/**
 * Changes the flags of a role.
 *
 * @throws AppError PSY_NOT_FOUND; PSY_INVALID_INPUT for an unknown flag
 */
export async function changeRoleAuths(
  ctx: OrgContext,
  tx: Tx,
  roleId: number,
  wanted: Readonly<Record<string, boolean>>,
): Promise<Record<string, boolean>> {
  const flags = flagsOf(ctx, roleId);
  const unknownFlag = Object.keys(wanted).find((flag) => !flags.includes(flag));
  if (unknownFlag !== undefined) throw unknown(`/${unknownFlag}`, '没有这项权限');
  const after = await change(ctx, tx, (now) => {
    const held = now.roleFlags[roleId] ?? [];
    return {
      ...now,
      roleFlags: { ...now.roleFlags, [roleId]: flags.filter((flag) => wanted[flag] ?? held.includes(flag)) },
    };
  });
  return enabledFlags(flags, roleId, after);
}

/** At most one entry per minute and person, so that a loop cannot flood the log. */
const REPORT_INTERVAL_MS = 60_000;

/** Whether the caller's page may report again; claims the interval. */
export const mayReportWatermark = ({
  services: { state },
  caller: { userId },
  actor: { orgId },
}: OrgContext): Promise<boolean> => state.claim(`watermark:${orgId}:${userId}`, REPORT_INTERVAL_MS);

/** Audits that the watermark was removed from a page. */
export const auditWatermarkRemoved = (ctx: OrgContext, tx: Tx, page: string | undefined): Promise<void> =>
  audit(tx, ctx, { act: 'remove_watermark', resource: RESOURCE, rowId: ctx.caller.userId, rowLabel: page ?? null });
