import type { OrgContext } from '../../../platform/context/server/context.ts';
import { PAGE_SIZE_DEFAULT } from '../../../platform/contract/common.ts';
import type { DataOf, QueryOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { mask } from '../../../platform/schema/mask.ts';
import { isAtSchool } from '../../students/public.ts';
import { studentsByText } from '../../students/server/public.ts';
import type * as contract from '../contract.ts';
import { stateAt } from '../rules.ts';
import { openStudent, type PackedStudent } from './contents.ts';
import { packageOf, receivedCounts, receivedPage } from './queries/received.ts';

/** Packages that came in, the waiting ones first, and how many wait. */
export async function readReceived(
  ctx: OrgContext,
  { page = 1, size = PAGE_SIZE_DEFAULT }: QueryOf<typeof contract.receivedList>,
): Promise<DataOf<typeof contract.receivedList>> {
  const { orgId } = ctx.actor;
  const scope = ctx.services.access.scope(ctx.actor, 'student');
  const [rows, [counts]] = await ctx.read([
    receivedPage(orgId, scope, { page, size }),
    receivedCounts(orgId, ctx.nowIso()),
  ]);
  return {
    total: counts?.total ?? 0,
    waiting: counts?.waiting ?? 0,
    items: rows.map(({ from_org_id: _, state, answered_at, child_id, child_name, ...row }) => ({
      ...row,
      state: stateAt(state, row.expires_at, ctx.now()),
      ...(answered_at !== null && { answered_at }),
      ...(child_id !== null && child_name !== null && { child_id, child_name }),
    })),
  };
}

/** Own students at school with the same name, within the role's scope. */
async function candidatesFor(ctx: OrgContext, { child_name }: PackedStudent) {
  const scope = ctx.services.access.scope(ctx.actor, 'student');
  const [found] = await ctx.read([studentsByText(ctx.actor.orgId, scope, [child_name], [])]);
  return found
    .filter((student) => student.child_name === child_name && isAtSchool(student.study_status))
    .map(({ child_id, child_name: name, student_no }) => ({ child_id, child_name: name, student_no }));
}

/** A package, with its student masked while it waits. @throws AppError PSY_NOT_FOUND */
export async function readWaiting(ctx: OrgContext, transferId: string): Promise<contract.Waiting> {
  const { orgId } = ctx.actor;
  const [[found]] = await ctx.read([packageOf(orgId, transferId)]);
  if (!found) throw new AppError('PSY_NOT_FOUND');
  const { transfer_id, from_name, parts, sent_at, expires_at, answered_at } = found;
  const state = stateAt(found.state, expires_at, ctx.now());
  const head = { transfer_id, from_name, parts, state, sent_at, expires_at };
  if (state !== 'waiting' || found.student === null)
    return { ...head, ...(answered_at !== null && { answered_at }), candidates: [] };
  const student = openStudent(await ctx.services.keys.ring(orgId), transferId, found.student);
  return {
    ...head,
    student: {
      child_name: mask('name', student.child_name),
      ...(student.sex !== null && { sex: student.sex }),
      ...(student.born_on !== null && { born_in: student.born_on.slice(0, 4) }),
    },
    candidates: await candidatesFor(ctx, student),
  };
}
