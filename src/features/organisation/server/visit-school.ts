import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import { schoolOf } from '../../../platform/access/server/queries/school-rows.ts';
import { endVisits, insertVisit, openVisits } from '../../../platform/access/server/queries/school-visits.ts';
import { mayEnter } from '../../../platform/access/server/visitors.ts';
import { audit, type AuditEntry } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { AccountContext, OrgContext } from '../../../platform/context/server/context.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { isoTime, nowIso } from '../../../platform/runtime/server/clock.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { enterSchool as contract } from '../contract/institutions.ts';

/** A visit expires after a working day (12 hours). */
const VISIT_MS = 12 * 60 * 60_000;

const tenant = (orgId: string) => ({ orgId, userId: null });

/** Audit entry of a visit in one organisation's log. */
const entryOf = (act: 'enter' | 'leave', schoolId: string, schoolName: string, bureauName: string): AuditEntry => ({
  act,
  resource: 'school',
  rowId: schoolId,
  rowLabel: schoolName,
  after: { school_name: schoolName, bureau_name: bureauName },
});

/**
 * Starts a visit to a school of the institution in the caller's own role. The school's log is written first, then the
 * institution's with the visit itself, so that both logs record every visit.
 *
 * @throws AppError `notFoundInScope` when the school is not of the institution or out of scope
 */
export async function enterSchool(ctx: OrgContext, schoolId: string): Promise<DataOf<typeof contract>> {
  const {
    actor,
    caller,
    services: { access, clock, db },
  } = ctx;
  const [[school], [bureau]] = await db.read(tenant(actor.orgId), [
    schoolOf(actor.orgId, schoolId),
    orgById(actor.orgId),
  ]);
  if (!school || !bureau || !mayEnter(access, actor, schoolId)) throw notFoundInScope(access.scope(actor, 'school'));
  const entry = entryOf('enter', schoolId, school.org_name, bureau.org_name);
  const now = clock.now();
  const until = isoTime(now + VISIT_MS);
  await db.transaction(tenant(schoolId), (tx) => audit(tx, { ...ctx, actor: { ...actor, orgId: schoolId } }, entry));
  await db.transaction(tenant(actor.orgId), async (tx) => {
    await tx.run(endVisits(actor.orgId, caller.userId, schoolId, isoTime(now)));
    await tx.run(
      insertVisit({
        org_id: actor.orgId,
        visit_id: newId(clock),
        user_id: caller.userId,
        role_id: actor.roleId,
        school_id: schoolId,
        entered_at: isoTime(now),
        until,
        left_at: null,
      }),
    );
    await audit(tx, ctx, entry);
  });
  await access.invalidateUser(caller.userId);
  return { school_id: schoolId, school_name: school.org_name, org_type: school.org_type, role_id: actor.roleId, until };
}

/** Ends the caller's visits to a school; does nothing without one. */
export async function leaveSchool(ctx: AccountContext, schoolId: string): Promise<void> {
  const {
    caller: { userId },
    services: { access, clock, db },
  } = ctx;
  const now = nowIso(clock);
  const [visits] = await db.read({ orgId: null, userId }, [openVisits(userId, now)]);
  for (const { org_id, role_id } of visits.filter((visit) => visit.school_id === schoolId)) {
    const [[[bureau]], [[school]]] = await Promise.all([
      db.read(tenant(org_id), [orgById(org_id)]),
      db.read(tenant(schoolId), [orgById(schoolId)]),
    ]);
    const entry = entryOf('leave', schoolId, school?.org_name ?? schoolId, bureau?.org_name ?? org_id);
    const left = await db.transaction(tenant(org_id), async (tx) => {
      const ended = await tx.run(endVisits(org_id, userId, schoolId, now));
      if (ended > 0) await audit(tx, { ...ctx, actor: { orgId: org_id, roleId: role_id } }, entry);
      return ended > 0;
    });
    if (left)
      await db.transaction(tenant(schoolId), (tx) =>
        audit(tx, { ...ctx, actor: { orgId: schoolId, roleId: role_id } }, entry),
      );
  }
  await access.invalidateUser(userId);
}

export interface VisitedOrg {
  org_id: string;
  org_name: string;
  org_type: number;
  edu_level?: number | undefined;
  account_expire_at?: string | undefined;
  visited_from: string;
  org_roles: { role_id: number; role_name: string; role_extend: Record<string, unknown> }[];
}

/** Schools with a visit of the person that has not expired, and in which this session may act. */
export async function visitedOrgs({ caller, services: { access, clock, db } }: AccountContext): Promise<VisitedOrg[]> {
  const { userId } = caller;
  const [visits] = await db.read({ orgId: null, userId }, [openVisits(userId, nowIso(clock))]);
  const found = await Promise.all(
    visits.map(async ({ org_id, school_id, role_id }): Promise<VisitedOrg[]> => {
      const [[school]] = await db.read(tenant(school_id), [orgById(school_id)]);
      const claim = { orgId: school_id, orgType: String(school?.org_type), roleId: String(role_id) };
      const isInScope =
        school &&
        (await access.resolveActor(userId, claim, caller).then(
          () => true,
          () => false,
        ));
      return isInScope
        ? [
            {
              org_id: school_id,
              org_name: school.org_name,
              org_type: school.org_type,
              edu_level: school.edu_level ?? undefined,
              account_expire_at: school.account_expire_at ?? undefined,
              visited_from: org_id,
              org_roles: [{ role_id, role_name: labelOf('role', role_id), role_extend: {} }],
            },
          ]
        : [];
    }),
  );
  return found.flat();
}
