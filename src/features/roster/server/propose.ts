import type { OrgContext } from '../../../platform/context/server/context.ts';
import { lockOrg } from '../../../platform/context/server/queries/orgs.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { ENROLLED } from '../../../platform/identity/identity.ts';
import { accountKey } from '../../../platform/identity/sign-in.ts';
import type { ProposalKind, Received } from '../contract.ts';
import { dropProposals, insertProposals } from './queries.ts';
import type { GivenRoster } from './read-roster.ts';
import { classKey, type SchoolState } from './school-state.ts';

interface Proposed {
  proposal_id: string;
  kind: ProposalKind;
  child_id: string | null;
  user_id: string | null;
  class_id: string | null;
}

const about = (kind: ProposalKind, row: Partial<Proposed>, ...ids: string[]): Proposed => ({
  proposal_id: [kind, ...ids].join(' '),
  kind,
  child_id: null,
  user_id: null,
  class_id: null,
  ...row,
});

const enrolled = ({ students }: SchoolState) =>
  [...students].filter(([, { study_status }]) => study_status === ENROLLED);

/** Enabled staff without the caller, so that callers are not asked to disable their own account. */
const activeStaff = ({ staff }: SchoolState, callerId: string) =>
  [...staff].filter(([, { user_id, enabled }]) => enabled && user_id !== callerId);

/** What the school would change to be as the roster says. A roster without any student says nothing about students. */
export function proposalsFor(roster: GivenRoster, school: SchoolState, callerId: string): Proposed[] {
  const students = new Map(roster.students.map((student) => [student.number, student]));
  const logins = new Set([...roster.teachers.map(({ login }) => login), ...roster.disabled.logins].map(accountKey));
  const classes = new Set(roster.classes.map(classKey));
  const proposed: Proposed[] = [];
  for (const [number, { child_id, class_id }] of students.size > 0 ? enrolled(school) : []) {
    const given = students.get(number);
    const to = given?.in && school.classes.get(classKey(given.in));
    if (!given && !roster.disabled.students.has(number)) proposed.push(about('student_left', { child_id }, child_id));
    else if (to !== undefined && to !== class_id)
      proposed.push(about('student_moved', { child_id, class_id: to }, child_id, to));
  }
  for (const [login, { user_id }] of roster.teachers.length > 0 ? activeStaff(school, callerId) : [])
    if (!logins.has(login)) proposed.push(about('teacher_left', { user_id }, user_id));
  for (const [key, class_id] of classes.size > 0 ? school.classes : [])
    if (!classes.has(key)) proposed.push(about('class_left', { class_id }, class_id));
  return proposed;
}

/** Of whom more than half is not in the roster: then it is likely that of another school, or a part of this one's. */
export function mostlyAbsent(proposed: readonly Proposed[], school: SchoolState, callerId: string): Received['absent'] {
  const parts = [
    { part: 'student', kind: 'student_left', of: enrolled(school).length },
    { part: 'teacher', kind: 'teacher_left', of: activeStaff(school, callerId).length },
  ] as const;
  return parts.flatMap(({ part, kind, of }) => {
    const absent = proposed.filter((one) => one.kind === kind).length;
    return absent * 2 > of ? [{ part, absent, of }] : [];
  });
}

/** Puts the proposals of a roster in the place of those before; what a person decided to keep is not proposed again. */
export async function storeProposals(
  ctx: OrgContext,
  tx: Tx,
  proposed: readonly Proposed[],
  fileName: string,
): Promise<void> {
  const { orgId } = ctx.actor;
  const ids = proposed.map(({ proposal_id }) => proposal_id);
  const found = { file_name: fileName, found_at: ctx.nowIso(), kept_at: null, kept_by: null };
  await tx.batch([
    lockOrg(orgId),
    dropProposals(orgId, ids),
    insertProposals(
      orgId,
      proposed.map((one) => ({ org_id: orgId, ...one, ...found })),
    ),
  ]);
}
