import { labelOf } from '../schema/labels.ts';
import { RETENTION_YEARS } from './retention.ts';

/** The functions of the security layer that a tenant turns on and off (`spec §3`, security config). */
export const SECURITY_MODULES = ['watermark', 'desensitization', 'authorization_secondary'] as const;
export type SecurityModule = (typeof SECURITY_MODULES)[number];

/** What a tenant has set; each begins as on, so that nobody has to find a switch before students' data are safe. */
export interface SecuritySettings {
  /** Off turns the whole layer off, whatever the rest says. */
  permit: boolean;
  modules: Readonly<Record<SecurityModule, boolean>>;
  /** Page groups that the tenant took out of protection; those that a later version brings are protected. */
  unprotected: readonly string[];
  /** Role id → flags that are on (`spec §3`, role auth flags). */
  roleFlags: Readonly<Record<string, readonly string[]>>;
  /** Years that what is held of a student is kept once the student has left. */
  retentionYears: number;
}

/** What people call a page group that can be protected. */
export const pageGroupName = (area: string): string => labelOf('protected_area', area.replaceAll(/[^a-z0-9]/g, '_'));

/** What the settings come to for whoever works in the organisation. */
export interface Security {
  /** Areas whose pages and calls want second-step verification. */
  verified: ReadonlySet<string>;
  masking: boolean;
  watermark: boolean;
  /** Page-level flags of the role. */
  flags: Readonly<Record<string, boolean>>;
}

/** Nothing set yet. */
export const UNSET: SecuritySettings = {
  permit: true,
  modules: { watermark: true, desensitization: true, authorization_secondary: true },
  unprotected: [],
  roleFlags: {},
  retentionYears: RETENTION_YEARS,
};

/**
 * The settings in force (`spec §4`, security): where a tenant has taken every page group out of protection,
 * verification, masking and watermark are all off. An organisation whose pages have no protected group has nothing to
 * take out and keeps masking and watermark as set.
 *
 * @param protectable Page groups that `policies/protected.csv` names for the type of organisation
 * @param flags Those that `policies/flags.csv` gives the role
 */
export function securityOf(
  { permit, modules, unprotected, roleFlags }: SecuritySettings,
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
    flags: Object.fromEntries(flags.map((flag) => [flag, set.has(flag)])),
  };
}
