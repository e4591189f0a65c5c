import { systemIn } from '../../../platform/audit/server/operator.ts';
import { audit, type Auditor } from '../../../platform/audit/server/queries/audit-logs.ts';
import { lockOrg } from '../../../platform/context/server/queries/orgs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { endVouchedSessionsOf } from '../../../platform/identity/server/queries/sessions.ts';
import type { RowChore } from '../../../platform/jobs/server/kinds.ts';
import { dueBy } from '../../../platform/jobs/server/queries.ts';
import { isoTime, nowIso } from '../../../platform/runtime/server/clock.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import {
  claimHolders,
  dropClaimedRoles,
  nextClaimEnd,
  putClaimedRoles,
  staffMemberships,
  touchTeachers,
} from './queries.ts';
import { bySource, membersOf, momentAfter, type Member } from './staff.ts';

const DAY_MS = 86_400_000;
/** How long a role from a claim lasts that no sign-in states again. */
const CLAIMED_MS = 30 * DAY_MS;
/** A sign-in prolongs it at most once a day, so that most sign-ins write nothing. */
const PROLONGED_MS = DAY_MS;
const CHORE = 'claimed-roles';

type ForRoles = Pick<Services, 'access' | 'clock' | 'db' | 'sessions'>;
/** Who is named in the log, in which organisation. */
type By = Auditor & { services: ForRoles };

interface Stated {
  userId: string;
  roleIds: readonly number[];
}

/** Whether a person holds exactly the roles that a sign-in states, and they need not be prolonged. */
export async function holdsAsStated(
  { clock, db }: ForRoles,
  orgId: string,
  { userId, roleIds }: Stated,
): Promise<boolean> {
  const [held] = await db.read({ orgId, userId: null }, [staffMemberships(orgId, [userId])]);
  const { roles, claimed } = bySource(held);
  const due = roleIds.filter((id) => roles.every(({ role_id }) => role_id !== id));
  const soon = clock.now() + CLAIMED_MS - PROLONGED_MS;
  return (
    due.length === claimed.length &&
    claimed.every(({ role_id, until }) => due.includes(role_id) && Date.parse(until) > soon)
  );
}

/**
 * Gives a person the roles that a sign-in states, and ends those that an earlier one stated and this one does not.
 * Roles that were given by hand stay as they are.
 */
export async function takeClaimedRoles(by: By, tx: Tx, { userId, roleIds }: Stated): Promise<void> {
  const { orgId } = by.actor;
  const until = isoTime(by.services.clock.now() + CLAIMED_MS);
  // Before the organisation: the chore locks the two in this order.
  if (roleIds.length > 0) await tx.run(dueBy(orgId, CHORE, until));
  await tx.run(lockOrg(orgId));
  const [member] = await membersOf(tx, orgId, [userId]);
  // Removed from the staff between the check of the sign-in and the lock.
  if (!member) return;
  if (roleIds.length > 0) await tx.run(putClaimedRoles(orgId, userId, roleIds, until));
  const byHand = member.roles.map(({ role_id }) => role_id);
  await settle(
    by,
    tx,
    member,
    roleIds.filter((id) => !byHand.includes(id)),
  );
}

/** Ends all roles that claims have given in an organisation. Call it where the claims are not trusted any more. */
export async function endClaimedRoles(by: By, tx: Tx): Promise<void> {
  const { orgId } = by.actor;
  await tx.run(lockOrg(orgId));
  const holders = await tx.run(claimHolders(orgId));
  const members = await membersOf(
    tx,
    orgId,
    holders.map(({ user_id }) => user_id),
  );
  for (const member of members) await settle(by, tx, member, []);
}

const inWords = (roleIds: readonly number[]): string => roleIds.map((id) => labelOf('role', id)).join('；');

/** Logs which roles claims leave a member, and ends the others with the sessions in which they could be chosen. */
async function settle(by: By, tx: Tx, member: Member, left: readonly number[]): Promise<void> {
  const { actor, services } = by;
  const { orgId } = actor;
  const { user_id, teacher_name } = member;
  const held = member.claimed.map(({ role_id }) => role_id);
  const isLost = held.some((id) => !left.includes(id));
  if (!isLost && held.length === left.length) return;
  tx.afterCommit(() => services.access.invalidateUser(user_id));
  await tx.run(touchTeachers(orgId, [user_id], momentAfter(by, member)));
  await audit(tx, by, {
    act: 'update',
    resource: 'teacher',
    rowId: user_id,
    rowLabel: teacher_name,
    before: { claimed_roles: inWords(held) },
    after: { claimed_roles: inWords(left) },
  });
  if (!isLost) return;
  await tx.run(dropClaimedRoles(orgId, user_id, left));
  const ended = await tx.run(endVouchedSessionsOf(orgId, user_id, nowIso(services.clock)));
  tx.afterCommit(() => services.sessions.publishEnded(ended));
}

/** Ends roles from claims that no sign-in has stated again in time. */
export const claimedRolesChore: RowChore = {
  name: CHORE,
  async perform(tx, services, orgId) {
    await tx.run(lockOrg(orgId));
    const now = nowIso(services.clock);
    const holders = await tx.run(claimHolders(orgId, now));
    const members = await membersOf(
      tx,
      orgId,
      holders.map(({ user_id }) => user_id),
    );
    const by = { ...systemIn(services, orgId), services };
    for (const member of members) {
      const lasting = member.claimed.filter(({ until }) => Date.parse(until) > Date.parse(now));
      await settle(
        by,
        tx,
        member,
        lasting.map(({ role_id }) => role_id),
      );
    }
    const [next] = await tx.run(nextClaimEnd(orgId, now));
    return { next: next?.at ?? undefined };
  },
};
