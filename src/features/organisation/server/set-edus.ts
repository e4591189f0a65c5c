import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { lockOrg } from '../../../platform/context/server/queries/orgs.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { deleteEdus, departmentsOf, edusOf, insertEdus } from './queries/departments.ts';
import { structuresOf } from './queries/edu-structures.ts';

const inWords = (items: readonly { period: number; grades: readonly number[] }[]) =>
  items
    .map(
      ({ period, grades }) =>
        `${labelOf('class_period', period)}（${grades.map((grade) => labelOf('grade', grade)).join('、')}）`,
    )
    .join('；');

/**
 * Replaces the periods and grades of a department; all must be taught by the school.
 *
 * @throws AppError PSY_NOT_FOUND, PSY_INVALID_INPUT
 */
export async function setEdus(
  ctx: OrgContext,
  tx: Tx,
  id: string,
  items: readonly { period: number; grades: readonly number[] }[],
): Promise<void> {
  const {
    actor: { orgId },
  } = ctx;
  await tx.run(lockOrg(orgId));
  const [departments, structures, before] = await tx.batch([
    departmentsOf(orgId),
    structuresOf(orgId),
    edusOf(orgId, id),
  ]);
  const department = departments.find((row) => row.department_id === id);
  if (!department) throw new AppError('PSY_NOT_FOUND');
  const details = items.flatMap(({ period, grades }, i) => {
    const structure = structures.find((each) => each.period === period);
    if (!structure) return [{ field: `/items/${i}/period`, message: '学校没有开设这个学段' }];
    if (items.findIndex((other) => other.period === period) < i)
      return [{ field: `/items/${i}/period`, message: `${labelOf('class_period', period)}重复了` }];
    return grades.every((grade) => structure.grades.includes(grade))
      ? []
      : [{ field: `/items/${i}/grades`, message: `${labelOf('class_period', period)}没有这个年级` }];
  });
  if (details.length > 0) throw new AppError('PSY_INVALID_INPUT', { details });
  await tx.run(deleteEdus(orgId, id));
  if (items.length > 0)
    await tx.run(
      insertEdus(
        items.map(({ period, grades }) => ({
          org_id: orgId,
          department_id: id,
          period,
          grades: [...grades].sort((a, b) => a - b),
        })),
      ),
    );
  await audit(tx, ctx, {
    act: 'update',
    resource: 'department',
    rowId: id,
    rowLabel: department.department_name,
    before: { stages: inWords(before) },
    after: { stages: inWords(items) },
  });
}
