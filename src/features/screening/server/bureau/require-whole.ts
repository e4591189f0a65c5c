import type { Scope } from '../../../../platform/access/server/queries/scope.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { BureauPlan } from '../queries/bureau-plans.ts';

/**
 * A role that is limited to some schools changes only plans for these.
 *
 * @throws AppError PSY_OUT_OF_REACH where the plan names another school
 */
export function requireWhole(scope: Scope, { school_ids }: Pick<BureauPlan, 'school_ids'>): void {
  if (scope.kind === 'all') return;
  const reached = scope.kind === 'parts' ? (scope.schoolIds ?? []) : [];
  if (!school_ids.every((id) => reached.includes(id)))
    throw new AppError('PSY_OUT_OF_REACH', { message: '计划里有您管理范围之外的学校，由本机构的管理员修改' });
}
