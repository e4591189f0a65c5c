import { createHash } from 'node:crypto';
import { lockOrg } from '../../../platform/context/server/queries/orgs.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { structuresOf } from '../../organisation/server/public.ts';
import type { RollOverPlan } from '../contract.ts';
import { moveUp, type ClassMove, type YearClass } from '../rules/roll-over.ts';
import { classesToMove } from './queries/roll-over.ts';
import { yearsWithRolls } from './queries/year-rows.ts';

export interface MovingClass extends YearClass {
  students: number;
  suspended: number;
  college_id: string | null;
  major_id: string | null;
  ext: Record<string, unknown>;
}
interface Year {
  year_id: string;
  year_name: string;
}

/** Effect of a roll-over at this moment. */
export interface Plan {
  from: Year;
  to: Year;
  moves: ClassMove<MovingClass>[];
  there: YearClass[];
  version: string;
}

const refuse = (message: string) => new AppError('PSY_CONFLICT', { message });

/**
 * Target year and current year of the roll-over.
 *
 * @throws AppError PSY_NOT_FOUND; PSY_CONFLICT, naming who has already rolled over
 */
async function yearsBetween(tx: Tx, orgId: string, toId: string) {
  const years = await tx.run(yearsWithRolls(orgId));
  const to = years.find(({ year_id }) => year_id === toId);
  if (!to) throw new AppError('PSY_NOT_FOUND');
  if (to.rolled_at)
    throw refuse(
      `${to.rolled_by_name ?? '其他人'}已于 ${dayOf(Date.parse(to.rolled_at))} 把全校升级到${to.year_name}，不能重复升级`,
    );
  const from = years.find(({ is_current }) => is_current);
  if (!from) throw refuse('学校还没有当前学年，请先设置当前学年');
  if (from.year_id === to.year_id) throw refuse(`${to.year_name}已经是当前学年`);
  if (to.start_on <= from.start_on) throw refuse(`${to.year_name}早于当前的${from.year_name}，不能升级到过去的学年`);
  return { from, to };
}

/**
 * Computes the targets of all classes from the current data. Locks the school's years until the transaction ends.
 *
 * @throws AppError PSY_NOT_FOUND; PSY_CONFLICT with the reason when a roll-over is not possible
 */
export async function planRollOver(tx: Tx, orgId: string, toId: string): Promise<Plan> {
  await tx.run(lockOrg(orgId));
  const { from, to } = await yearsBetween(tx, orgId, toId);
  const [taught, classes, there] = await tx.batch([
    structuresOf(orgId),
    classesToMove(orgId, from.year_id),
    classesToMove(orgId, to.year_id),
  ]);
  if (classes.length === 0) throw refuse(`${from.year_name}还没有班级，没有可以升级的内容`);
  const moving = classes.map((one): MovingClass => ({
    ...one,
    students: Number(one.students),
    suspended: Number(one.suspended),
  }));
  const { moves, twins } = moveUp(taught, moving, there);
  if (twins.length > 0)
    throw refuse(`升级后会有两个班级同名：${[...new Set(twins)].join('、')}。请先修改其中一个班级的名称`);
  const version = createHash('sha256')
    .update(
      JSON.stringify([
        from.year_id,
        to.year_id,
        moves.map(({ from: { class_id, students }, to: goal }) => [class_id, students, goal]),
      ]),
    )
    .digest('base64url')
    .slice(0, 22);
  return { from, to, moves, there, version };
}

const sum = (moves: readonly ClassMove<MovingClass>[], of: 'students' | 'suspended') =>
  moves.reduce((total, { from }) => total + from[of], 0);

/** The plan as wire value. */
export const presentPlan = ({ from, to, moves, version }: Plan): RollOverPlan => ({
  from: { year_id: from.year_id, year_name: from.year_name },
  to: { year_id: to.year_id, year_name: to.year_name },
  version,
  classes: moves.map(({ from: { class_id, class_name, period, grade, students }, to: goal }) => ({
    class_id,
    class_name,
    period,
    grade,
    students,
    graduates: goal === undefined,
    to_grade: goal?.grade,
    to_class_name: goal?.class_name,
    joins: goal?.class_id !== undefined,
  })),
  promoted: sum(
    moves.filter((move) => move.to),
    'students',
  ),
  graduated: sum(
    moves.filter((move) => !move.to),
    'students',
  ),
  new_classes: moves.filter((move) => move.to && move.to.class_id === undefined).length,
  suspended: sum(moves, 'suspended'),
});
