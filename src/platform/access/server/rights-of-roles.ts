import { featuresOf, orgById, settingsOf } from '../../context/server/queries/orgs.ts';
import type { Tx } from '../../db/server/database.ts';
import { effectiveFeatures } from '../feature-expression.ts';
import type { Policies } from './policies.ts';
import { securitySettingsOf, settingsFrom } from './queries/security-settings.ts';

/**
 * The rights of each role in an organisation, for decisions about people who make no request.
 *
 * @param read Sends statements: of a transaction (`tx.batch`), or of a read (`ctx.read`)
 */
export async function rightsOfRoles(
  read: Tx['batch'],
  { decide, security }: Pick<Policies, 'decide' | 'security'>,
  orgId: string,
): Promise<(roleId: number, area: string, act: string) => boolean> {
  const [[org], opened, [settings], [row]] = await read([
    orgById(orgId),
    featuresOf(orgId),
    settingsOf(orgId),
    securitySettingsOf(orgId),
  ]);
  if (!org) return () => false;
  const features = effectiveFeatures(
    opened.map(({ feature }) => feature),
    settings?.consulting_offline_open ?? false,
  );
  const { org_type: orgType, edu_level: eduLevel } = org;
  return (roleId, area, act) =>
    decide(
      { orgType, eduLevel, roleId, features, security: security(settingsFrom(row), { orgType, roleId }) },
      area,
      act,
    );
}
