import type { Generated, Selectable } from 'kysely';
import { compileOnce } from '../../../db/server/compile-once.ts';
import { qb } from '../../../db/server/query-builder.ts';
import { UNSET, type SecuritySettings } from '../../security.ts';

/** The security settings of an organisation; without a row everything is on. */
export interface SecuritySettingsTable {
  org_id: string;
  permit: boolean;
  watermark: boolean;
  desensitization: boolean;
  authorization_secondary: boolean;
  unprotected: string[];
  role_flags: Record<string, string[]>;
  retention_years: Generated<number>;
  authenticator_roles: Generated<number[]>;
  updated_at: string;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    security_settings: SecuritySettingsTable;
  }
}

const columns = [
  'permit',
  'watermark',
  'desensitization',
  'authorization_secondary',
  'unprotected',
  'role_flags',
  'retention_years',
  'authenticator_roles',
] as const;

const settingsOf = (orgId: string) => qb.selectFrom('security_settings').select(columns).where('org_id', '=', orgId);
const readSettings = compileOnce(({ orgId }: { orgId: string }) => settingsOf(orgId));
/** Tenant: the organisation. */
export const securitySettingsOf = (orgId: string) => readSettings({ orgId });

/** Like `securitySettingsOf`, with a row lock against concurrent changes. */
export const lockSecuritySettings = (orgId: string) => settingsOf(orgId).forUpdate();

/** The row in the form that the rules use; without a row, the default settings. */
export const settingsFrom = (
  row: Pick<Selectable<SecuritySettingsTable>, (typeof columns)[number]> | undefined,
): SecuritySettings => {
  if (!row) return UNSET;
  const {
    permit,
    unprotected,
    role_flags: roleFlags,
    retention_years: retentionYears,
    authenticator_roles: authenticatorRoles,
    ...modules
  } = row;
  return { permit, modules, unprotected, roleFlags, retentionYears, authenticatorRoles };
};

/** Inserts the row to lock, where it does not exist. */
export const ensureSecuritySettings = (orgId: string, at: string) =>
  qb
    .insertInto('security_settings')
    .values({ org_id: orgId, permit: UNSET.permit, ...UNSET.modules, unprotected: [], role_flags: {}, updated_at: at })
    .onConflict((c) => c.doNothing());

export const putSecuritySettings = (
  orgId: string,
  { permit, modules, unprotected, roleFlags, retentionYears, authenticatorRoles }: SecuritySettings,
  at: string,
) =>
  qb
    .updateTable('security_settings')
    .set({
      permit,
      ...modules,
      retention_years: retentionYears,
      authenticator_roles: [...authenticatorRoles],
      unprotected: [...unprotected],
      role_flags: Object.fromEntries(Object.entries(roleFlags).map(([role, flags]) => [role, [...flags]])),
      updated_at: at,
    })
    .where('org_id', '=', orgId);
