import type { Actor } from '../../context/server/context.ts';
import { featuresOf, orgById, settingsOf, termsOf } from '../../context/server/queries/orgs.ts';
import type { Database } from '../../db/server/database.ts';
import { AppError } from '../../errors/app-error.ts';
import { IDENTITY, ORG_TYPE } from '../../identity/identity.ts';
import { membershipsOf } from '../../identity/server/queries/memberships.ts';
import { isoTime } from '../../runtime/server/clock.ts';
import { effectiveFeatures } from '../feature-expression.ts';
import { UNSET, type Security, type SecuritySettings } from '../security.ts';
import { schoolOf } from './queries/school-rows.ts';
import { openVisits } from './queries/school-visits.ts';
import type { Scope } from './queries/scope.ts';
import { securitySettingsOf, settingsFrom } from './queries/security-settings.ts';
import { OPEN } from './rights.ts';
import { staffRoles } from './staff-roles.ts';

/** Area that lets a role of an institution into a school (`policies/access.csv`). */
const ENTER = 'school-manage/enter';

/** The policies for a role at its own institution. */
export interface VisitPolicy {
  decide(home: Actor, area: string, act: string): boolean;
  scope(home: Actor, entity: string): Scope;
  security(settings: SecuritySettings, holder: { orgType: number; roleId: number }): Security;
}

/** Whether a role of an institution may work in this school of it. */
export function mayEnter({ decide, scope }: VisitPolicy, home: Actor, schoolId: string): boolean {
  if (!decide(home, ENTER, OPEN)) return false;
  const reached = scope(home, 'school');
  return reached.kind === 'all' || (reached.kind === 'parts' && reached.schoolIds?.includes(schoolId) === true);
}

/** A person who visits a school, from which institution, and until when (milliseconds). */
export interface Visitor {
  actor: Actor;
  institutionId: string;
  until: number;
}

/**
 * Resolves a visit of a person of an institution to one of its schools. Requires an open visit (recorded in both audit
 * logs), the same role at the institution now, a policy that allows that role, and a school of that institution. A
 * visit has no scope limits of its own; the policies decide what the role may do.
 *
 * @param roleId As the client claims it
 */
export async function findVisitor(
  db: Database,
  policy: VisitPolicy,
  userId: string,
  schoolId: string,
  roleId: string,
  now: number,
): Promise<Visitor | undefined> {
  const [visits] = await db.read({ orgId: null, userId }, [openVisits(userId, isoTime(now))]);
  const visit = visits.find((one) => one.school_id === schoolId && String(one.role_id) === roleId);
  if (!visit) return undefined;
  const { org_id: institutionId } = visit;
  const [[memberships, [institution], [school]], [[org], features, [settings], [security]]] = await Promise.all([
    db.read({ orgId: institutionId, userId: null }, [
      membershipsOf(institutionId, userId, isoTime(now)),
      orgById(institutionId),
      schoolOf(institutionId, schoolId),
    ]),
    db.read({ orgId: schoolId, userId: null }, [
      orgById(schoolId),
      featuresOf(schoolId),
      settingsOf(schoolId),
      securitySettingsOf(schoolId),
    ]),
  ]);
  const role = staffRoles(memberships).find((one) => one.roleId === visit.role_id);
  if (!role || institution?.org_type !== ORG_TYPE.institution || !school || !org) return undefined;
  if (org.suspended_at !== null || institution.suspended_at !== null) throw new AppError('PSY_ORG_SUSPENDED');
  const home: Actor = {
    userId,
    orgId: institutionId,
    orgType: institution.org_type,
    eduLevel: null,
    identity: IDENTITY.staff,
    ...role,
    features: new Set(),
    service: termsOf(institution),
    security: policy.security(UNSET, { orgType: institution.org_type, roleId: role.roleId }),
  };
  if (!mayEnter(policy, home, schoolId)) return undefined;
  const opened = effectiveFeatures(
    features.map((f) => f.feature),
    settings?.consulting_offline_open ?? false,
  );
  return {
    actor: {
      userId,
      orgId: schoolId,
      orgType: org.org_type,
      eduLevel: org.edu_level,
      identity: IDENTITY.staff,
      roleId: role.roleId,
      roleExtend: {},
      ...(role.byClaim && { byClaim: true }),
      features: opened,
      service: termsOf(org),
      security: policy.security(settingsFrom(security), { orgType: org.org_type, roleId: role.roleId }),
    },
    institutionId,
    until: Date.parse(visit.until),
  };
}
