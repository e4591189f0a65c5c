import { labelOf } from '../schema/labels.ts';
import { RETENTION_YEARS } from './retention.ts';

/** The functions of the security layer that a tenant can turn on and off (`spec §3`, security config). */
export const SECURITY_MODULES = ['watermark', 'desensitization', 'authorization_secondary'] as const;
export type SecurityModule = (typeof SECURITY_MODULES)[number];

/** The security settings of a tenant. Everything is on by default, so that students' data are safe without any setup. */
export interface SecuritySettings {
  /** False turns the whole layer off, regardless of the other settings. */
  permit: boolean;
  modules: Readonly<Record<SecurityModule, boolean>>;
  /** Page groups that the tenant has excluded from protection. Page groups added by a later version are protected. */
  unprotected: readonly string[];
  /** Role id → flags that are on (`spec §3`, role auth flags). */
  roleFlags: Readonly<Record<string, readonly string[]>>;
  /** Years that the records of a student are kept after the student has left. */
  retentionYears: number;
  /** Roles that must verify with an authenticator app. */
  authenticatorRoles: readonly number[];
}

/** The display name of a page group that can be protected. */
export const pageGroupName = (area: string): string => labelOf('protected_area', area.replaceAll(/[^a-z0-9]/g, '_'));

/** The effective security settings for a member of the organisation. */
export interface Security {
  /** Areas whose pages and calls require second-step verification. */
  verified: ReadonlySet<string>;
  masking: boolean;
  watermark: boolean;
  /** The role verifies with an authenticator app only, also where no area is protected. */
  authenticatorRequired: boolean;
  /** Page-level flags of the role. */
  flags: Readonly<Record<string, boolean>>;
}

/** The settings of a tenant that has not changed any. */
export const UNSET: SecuritySettings = {
  permit: true,
  modules: { watermark: true, desensitization: true, authorization_secondary: true },
  unprotected: [],
  roleFlags: {},
  retentionYears: RETENTION_YEARS,
  authenticatorRoles: [],
};

/**
 * The settings in force (`spec §4`, security): where a tenant has excluded every page group from protection,
 * verification, masking and watermark are all off. An organisation without any protectable page group keeps masking and
 * watermark as set.
 *
 * @param protectable Page groups that `policies/protected.csv` names for the type of organisation
 * @param flags Flags that `policies/flags.csv` gives the role
 */
export function securityOf(
  { permit, modules, unprotected, roleFlags, authenticatorRoles }: SecuritySettings,
  roleId: number,
  protectable: readonly string[],
  flags: readonly string[],
): Security {
  const left = protectable.filter((area) => !unprotected.includes(area));
  const on = permit && (protectable.length === 0 || left.length > 0);
  const set = new Set(roleFlags[roleId]);
  return {
    verified: new Set(on && modules.authorization_secondary ? left : []),
    masking: on && modules.desensitization,
    watermark: on && modules.watermark,
    authenticatorRequired: authenticatorRoles.includes(roleId),
    flags: Object.fromEntries(flags.map((flag) => [flag, set.has(flag)])),
  };
}
