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
import type { OrgCall } from '../../../platform/context/server/context.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { SecurityConfig, putSecurityConfig } from '../contract.ts';

const RESOURCE = 'security';
const tenantOf = ({ actor: { orgId } }: OrgCall) => ({ orgId, userId: null });

export const protectableOf = ({ actor, services: { access } }: OrgCall): readonly string[] =>
  access.protectable(actor.orgType);

const roleFlagsHere = ({ actor, services: { access } }: OrgCall) => access.roleFlags(actor.orgType);

const configOf = (
  call: OrgCall,
  { permit, modules, unprotected, retentionYears }: SecuritySettings,
): SecurityConfig => ({
  permit,
  retention_years: retentionYears,
  modules: SECURITY_MODULES.map((module_code) => ({ module_code, open: modules[module_code] })),
  functions: protectableOf(call).map((function_code) => ({
    function_code,
    open: !unprotected.includes(function_code),
  })),
});

async function settings(call: OrgCall): Promise<SecuritySettings> {
  const [[row]] = await call.services.db.read(tenantOf(call), [securitySettingsOf(call.actor.orgId)]);
  return settingsFrom(row);
}

export const readSecurity = async (call: OrgCall): Promise<SecurityConfig> => configOf(call, await settings(call));

/** What an entry of the log says of settings (`audit_fact`). */
function facts(
  call: OrgCall,
  { permit, modules, unprotected, roleFlags, retentionYears }: SecuritySettings,
): Record<string, string> {
  const word = (on: boolean) => (on ? '开启' : '关闭');
  const flags = [...roleFlagsHere(call)].flatMap(([role, names]) =>
    names
      .filter((flag) => roleFlags[role]?.includes(flag))
      .map((flag) => `${labelOf('role', role)}${labelOf('role_flag', flag)}`),
  );
  return {
    permit: word(permit),
    ...Object.fromEntries(SECURITY_MODULES.map((code) => [code, word(modules[code])])),
    protected_pages:
      protectableOf(call)
        .filter((area) => !unprotected.includes(area))
        .map(pageGroupName)
        .join('、') || '无',
    role_flags: flags.join('、') || '无',
    retention_years: String(retentionYears),
  };
}

/**
 * Changes what a school has set of its security layer; it holds from the next request on, in every process. Two at once
 * take turns, and each changes only what it names.
 */
async function change(call: OrgCall, to: (now: SecuritySettings) => SecuritySettings): Promise<SecuritySettings> {
  const {
    actor: { orgId },
    services: { db, clock, access },
  } = call;
  const at = new Date(clock.now()).toISOString();
  const after = await db.transaction(tenantOf(call), async (tx) => {
    await tx.run(ensureSecuritySettings(orgId, at));
    const before = settingsFrom((await tx.run(lockSecuritySettings(orgId)))[0]);
    const next = to(before);
    const [was, is] = [facts(call, before), facts(call, next)];
    const changed = Object.keys(is).filter((name) => was[name] !== is[name]);
    if (changed.length > 0) {
      await tx.run(putSecuritySettings(orgId, next, at));
      const pick = (of: Record<string, string>) => Object.fromEntries(changed.map((name) => [name, of[name]]));
      await audit(tx, call, {
        act: 'update',
        resource: RESOURCE,
        rowId: orgId,
        rowLabel: '安全设置',
        before: pick(was),
        after: pick(is),
      });
    }
    return next;
  });
  await access.invalidateOrg(orgId);
  return after;
}

const unknown = (field: string, message: string) =>
  new AppError('PSY_INVALID_INPUT', { details: [{ field, message }] });

const isModule = (code: string): code is SecurityModule => SECURITY_MODULES.some((one) => one === code);

/** @throws AppError PSY_INVALID_INPUT where there is no such function or page group */
export async function changeSecurity(
  call: OrgCall,
  { modules = [], functions = [], retention_years: years }: BodyOf<typeof putSecurityConfig>,
): Promise<SecurityConfig> {
  const protectable = protectableOf(call);
  const wanted = modules.map(({ module_code: code, open }, i) => {
    if (!isModule(code)) throw unknown(`/modules/${i}/module_code`, '没有这项功能');
    return [code, open] as const;
  });
  for (const [i, { function_code }] of functions.entries())
    if (!protectable.includes(function_code)) throw unknown(`/functions/${i}/function_code`, '没有这个页面');
  return configOf(
    call,
    await change(call, (now) => {
      const open = new Map(functions.map(({ function_code, open }) => [function_code, open]));
      const kept = now.unprotected.filter((area) => !open.has(area));
      return {
        ...now,
        retentionYears: years ?? now.retentionYears,
        modules: { ...now.modules, ...Object.fromEntries(wanted) },
        unprotected: [...kept, ...functions.flatMap(({ function_code, open }) => (open ? [] : [function_code]))],
      };
    }),
  );
}

export const permitSecurity = async (call: OrgCall, permit: boolean): Promise<SecurityConfig> =>
  configOf(call, await change(call, (now) => ({ ...now, permit })));

/** @throws AppError PSY_INVALID_INPUT where a page cannot be protected */
export function protectPages(call: OrgCall, areas: readonly string[]): Promise<SecurityConfig> {
  const at = areas.findIndex((area) => !protectableOf(call).includes(area));
  if (at >= 0) throw unknown(`/protected/${at}`, '这个页面不能设置身份验证');
  return changeSecurity(call, {
    functions: protectableOf(call).map((function_code) => ({ function_code, open: areas.includes(function_code) })),
  });
}

/** Flags that the role may be given. @throws AppError PSY_NOT_FOUND where it has none */
function flagsOf(call: OrgCall, roleId: number): readonly string[] {
  const flags = roleFlagsHere(call).get(roleId);
  if (!flags) throw new AppError('PSY_NOT_FOUND', { message: '这个角色没有可以设置的权限' });
  return flags;
}

const shown = (flags: readonly string[], roleId: number, { roleFlags }: SecuritySettings) =>
  Object.fromEntries(flags.map((flag) => [flag, (roleFlags[roleId] ?? []).includes(flag)]));

/** Every role that flags can be set for. */
export async function allRoleAuths(call: OrgCall): Promise<{ role_id: number; flags: Record<string, boolean> }[]> {
  const now = await settings(call);
  return [...roleFlagsHere(call)].map(([role_id, flags]) => ({ role_id, flags: shown(flags, role_id, now) }));
}

export const roleAuths = async (call: OrgCall, roleId: number): Promise<Record<string, boolean>> =>
  shown(flagsOf(call, roleId), roleId, await settings(call));

/** @throws AppError PSY_NOT_FOUND, PSY_INVALID_INPUT where there is no such flag */
export async function changeRoleAuths(
  call: OrgCall,
  roleId: number,
  wanted: Readonly<Record<string, boolean>>,
): Promise<Record<string, boolean>> {
  const flags = flagsOf(call, roleId);
  const stranger = Object.keys(wanted).find((flag) => !flags.includes(flag));
  if (stranger !== undefined) throw unknown(`/${stranger}`, '没有这项权限');
  const after = await change(call, (now) => {
    const held = now.roleFlags[roleId] ?? [];
    return {
      ...now,
      roleFlags: { ...now.roleFlags, [roleId]: flags.filter((flag) => wanted[flag] ?? held.includes(flag)) },
    };
  });
  return shown(flags, roleId, after);
}

/** Once a minute a person: whoever takes the watermark off in a loop does not fill the log. */
const TOLD_MS = 60_000;

export async function tellWatermarkRemoved(call: OrgCall, page: string | undefined): Promise<void> {
  const {
    services: { state, db },
    caller: { userId },
    actor: { orgId },
  } = call;
  if (!(await state.claim(`watermark:${orgId}:${userId}`, TOLD_MS))) return;
  await db.transaction(tenantOf(call), (tx) =>
    audit(tx, call, { act: 'remove_watermark', resource: RESOURCE, rowId: userId, rowLabel: page ?? null }),
  );
}
