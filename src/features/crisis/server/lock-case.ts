import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { RowOf, Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { CASE_STATUS } from '../rules/crisis.ts';
import { scopeOf } from './case-scope.ts';
import { lastChange } from './queries/case-changes.ts';
import * as store from './queries/crisis-cases.ts';

export type StoredCase = RowOf<ReturnType<typeof store.caseById>>;

/**
 * An open case, locked until the transaction ends.
 *
 * @param version the version that the caller read; undefined where it does not matter
 * @throws AppError `notFoundInScope`, PSY_CONFLICT with who closed or changed it
 */
export async function lockOpen(tx: Tx, ctx: OrgContext, caseId: string, version?: number): Promise<StoredCase> {
  const { orgId } = ctx.actor;
  const [found] = await tx.run(store.lockCase(orgId, scopeOf(ctx), caseId));
  if (!found) throw notFoundInScope(scopeOf(ctx));
  if (found.status !== CASE_STATUS.open)
    throw new AppError('PSY_CONFLICT', { message: `这个个案已由${found.closed_by_name ?? '其他教师'}结案` });
  if (version !== undefined && found.version !== version) {
    const [last] = await tx.run(lastChange(orgId, caseId));
    throw new AppError('PSY_CONFLICT', {
      message: `这个个案刚刚由${last?.name ?? '其他教师'}改动，现在是${labelOf('crisis_level', found.crisis_level)}，请刷新后重试`,
    });
  }
  return found;
}

/** @throws AppError PSY_INVALID_INPUT when nothing is written */
export function wordsOf(field: string, text: string): string {
  const words = text.trim();
  if (words === '') throw invalid(field, '请填写内容');
  return words;
}
