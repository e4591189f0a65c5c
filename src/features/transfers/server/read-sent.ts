import type { OrgContext } from '../../../platform/context/server/context.ts';
import { PAGE_SIZE_DEFAULT } from '../../../platform/contract/common.ts';
import type { DataOf, QueryOf } from '../../../platform/contract/endpoint.ts';
import type * as contract from '../contract.ts';
import { stateAt } from '../rules.ts';
import { guardiansOf, studentToTransfer } from './check-request.ts';
import { answerAt, basisAt } from './contents.ts';
import { gatherContent } from './gather-content.ts';
import { schoolsNamed, sentCount, sentPage } from './queries/sent.ts';

const SCHOOLS_MAX = 20;

/** Everything that may go along about a student. @throws AppError `notFoundInScope` */
export async function previewTransfer(ctx: OrgContext, id: string): Promise<contract.Preview> {
  const { child_id, child_name, has_left } = await studentToTransfer(ctx, id);
  const guardians = await guardiansOf(ctx, child_id);
  return { child_id, child_name, has_left, guardians, ...(await gatherContent(ctx, child_id)) };
}

/** Other schools by name. */
export async function findSchools(ctx: OrgContext, name: string): Promise<DataOf<typeof contract.schools>> {
  const [items] = await ctx.read([schoolsNamed(ctx.actor.orgId, name.trim(), SCHOOLS_MAX)]);
  return { items };
}

const basisText = (basis: string): string =>
  (JSON.parse(basis) as (readonly [string, string])[]).map(([, text]) => text).join('，');

/** What the school has handed over about students within the role's scope. */
export async function readSent(
  ctx: OrgContext,
  { page = 1, size = PAGE_SIZE_DEFAULT }: QueryOf<typeof contract.sent>,
): Promise<DataOf<typeof contract.sent>> {
  const { orgId } = ctx.actor;
  const scope = ctx.services.access.scope(ctx.actor, 'student');
  const [rows, [count]] = await ctx.read([sentPage(orgId, scope, { page, size }), sentCount(orgId, scope)]);
  // A ring creates the first key of a school, and reading writes nothing.
  if (rows.length === 0) return { total: count?.total ?? 0, items: [] };
  const ring = await ctx.services.keys.ring(orgId);
  const items = rows.map(({ to_org_id, basis, state, sent_by_name, expires_at, answered_at, answer, ...row }) => ({
    ...row,
    basis: basisText(ring.decryptText(basis, basisAt(row.transfer_id))),
    sent_by_name: sent_by_name ?? '',
    // A package without a row is one of a school that is gone.
    state: to_org_id === null ? 'handed_out' : stateAt(state ?? 'expired', expires_at ?? row.sent_at, ctx.now()),
    ...(expires_at !== null && { expires_at }),
    ...(answered_at !== null && { answered_at }),
    ...(answer !== null && { answer: ring.decryptText(answer, answerAt(row.transfer_id)) }),
  }));
  return { total: count?.total ?? 0, items };
}
