import { classInScope } from '../../../../platform/access/server/queries/scope.ts';
import type { Services } from '../../../../platform/context/server/services.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { holdersOf } from '../../../../platform/identity/server/queries/memberships.ts';
import { isoTime, nowIso } from '../../../../platform/runtime/server/clock.ts';
import { classPlace } from '../../../classes/server/public.ts';
import { activeStaff } from '../../../staff/server/public.ts';
import type { EscalationRules, EscalationStep } from '../../contract/escalation.ts';
import { isWorkingTime } from '../../rules/working-time.ts';

type Parts = Pick<Services, 'clock'> & { access: Pick<Services['access'], 'scope'> };

export interface Recipient {
  userId: string;
  standIn: boolean;
}

/**
 * Recipients of a step now: holders of its roles whose scope includes the class, and the named staff. Outside working
 * time their stand-ins replace them, if any. The reporter and former staff are left out.
 */
export async function findRecipients(
  tx: Tx,
  { access, clock }: Parts,
  orgId: string,
  { roles, user_ids, stand_in_ids }: EscalationStep,
  hours: EscalationRules['hours'],
  about: { classId: string | null; reporterId: string | null },
): Promise<Recipient[]> {
  const now = clock.now();
  const others = ({ userId }: Recipient) => userId !== about.reporterId;
  const named = async (ids: readonly string[], standIn: boolean) =>
    (await tx.run(activeStaff(orgId, ids))).map(({ user_id: userId }) => ({ userId, standIn })).filter(others);
  const standIns = isWorkingTime(hours, now) ? [] : await named(stand_in_ids, true);
  if (standIns.length > 0) return standIns;
  const [place] = about.classId === null ? [] : await tx.run(classPlace(orgId, about.classId));
  const holders = (await tx.run(holdersOf(orgId, roles, isoTime(now))))
    .filter(({ role_id: roleId, role_extend: roleExtend }) =>
      classInScope(access.scope({ roleId, roleExtend }, 'student'), place),
    )
    .map(({ user_id: userId }) => ({ userId, standIn: false }))
    .filter(others);
  return [
    ...new Map([...holders, ...(await named(user_ids, false))].map((person) => [person.userId, person])).values(),
  ];
}

/**
 * Fallback recipients: holders of roles that a school always has (`policies/grants.csv`, must_remain), the reporter
 * included.
 */
export const fallbackRecipients = async (
  tx: Tx,
  { access: { grants }, clock }: Pick<Services, 'clock'> & { access: Pick<Services['access'], 'grants'> },
  orgId: string,
): Promise<Recipient[]> =>
  [...new Set((await tx.run(holdersOf(orgId, grants.mustRemain, nowIso(clock)))).map(({ user_id }) => user_id))].map(
    (userId) => ({ userId, standIn: false }),
  );
