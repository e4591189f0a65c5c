import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { getRow } from '../../../platform/resources/server/reading.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { studentHooks } from '../../students/server/public.ts';
import type { Concerns, setConcern as setCall } from '../contract.ts';
import * as store from './queries.ts';

const locationOf = (concernId: string) => ({ table: 'concern_levels', row: concernId, field: 'reason' });

/** A student within the role's scope. @throws AppError `notFoundInScope` */
async function studentOf(ctx: OrgContext, id: string): Promise<{ childId: string; name: string }> {
  const row = await getRow(ctx, 'student', studentHooks, id);
  return { childId: String(row['child_id']), name: String(row['child_name']) };
}

/** Whether the role sets levels; it also reads the reasons. */
const maySet = ({ actor, services: { access } }: OrgContext): boolean =>
  access.decide(actor, 'student/archive/concern/set', 'create');

/**
 * The levels of a child, the current one first. The caller must have checked the child's scope and
 * `student/archive/concern`.
 */
export async function levelsOf(ctx: OrgContext, childId: string): Promise<Concerns['items']> {
  const {
    actor: { orgId },
    services: { keys },
  } = ctx;
  const [rows] = await ctx.read([store.concernsOf(orgId, childId)]);
  const showsReason = maySet(ctx);
  return Promise.all(
    rows.map(async ({ reason, set_by_name, ...one }) => ({
      ...one,
      set_by_name: set_by_name ?? '',
      ...(showsReason && { reason: await keys.decryptText(orgId, reason, locationOf(one.concern_id)) }),
    })),
  );
}

/**
 * How closely the school watches a student, with the history.
 *
 * @throws AppError `notFoundInScope`, PSY_INVALID_SECONDARY_TOKEN as for archives
 */
export async function readConcerns(ctx: OrgContext, id: string): Promise<Concerns> {
  await ctx.proveVerified('student/archive');
  const { childId } = await studentOf(ctx, id);
  const items = await levelsOf(ctx, childId);
  return { level: items[0]?.level ?? 0, can_set: maySet(ctx), items };
}

/**
 * Sets the level of a student; the former one ends and stays in the history.
 *
 * @throws AppError `notFoundInScope`; PSY_CONFLICT when another user has set a level since the caller read it
 */
export async function setConcern(
  ctx: OrgContext,
  tx: Tx,
  id: string,
  { level, reason, seen }: BodyOf<typeof setCall>,
): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { clock, keys },
  } = ctx;
  const text = reason.trim();
  if (text === '') throw invalid('/reason', '请填写理由');
  const { childId, name } = await studentOf(inTransaction(ctx, tx), id);
  const [former] = seen === undefined ? [] : await tx.run(store.endConcern(orgId, childId, seen, ctx.nowIso()));
  if (seen !== undefined && !former) throw await conflict(ctx, tx, childId);
  const concernId = newId(clock);
  const added = await tx.run(
    store.insertConcern({
      org_id: orgId,
      concern_id: concernId,
      child_id: childId,
      level,
      reason: await keys.within(tx).encryptText(orgId, text, locationOf(concernId)),
      set_by: userId,
      set_at: former?.ended_at ?? ctx.nowIso(),
      ended_at: null,
    }),
  );
  if (added === 0) throw await conflict(ctx, tx, childId);
  // Without the reason: readers of the audit log need not have the right to read it.
  await audit(tx, ctx, {
    act: 'update',
    resource: 'concern',
    rowId: childId,
    rowLabel: name,
    ...(former && { before: { concern_level: labelOf('concern_level', former.level) } }),
    after: { concern_level: labelOf('concern_level', level), text_length: [...text].length },
  });
}

async function conflict({ actor: { orgId } }: OrgContext, tx: Tx, childId: string): Promise<AppError> {
  const [now] = await tx.run(store.concernsOf(orgId, childId));
  return new AppError('PSY_CONFLICT', {
    message: now
      ? `${now.set_by_name ?? '他人'}刚刚设为“${labelOf('concern_level', now.level)}”，请刷新后再改`
      : '关注等级刚刚变了，请刷新后再改',
  });
}
