import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { BodyOf, DataOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { insertRows } from '../../../platform/db/server/insert-rows.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { STUDY_GRADUATED } from '../../../platform/identity/identity.ts';
import type { rollOver as contract } from '../contract.ts';
import { classToRepeat, type YearClass } from '../rules/roll-over.ts';
import { planRollOver, type Plan } from './plan-roll-over.ts';
import { attending, graduate, lockAttending, moveClasses, moveTeachers, repeatGrade } from './queries/roll-over.ts';
import { dropCurrent, markRolled } from './queries/year-rows.ts';

type Input = BodyOf<typeof contract>;
type Outcome = DataOf<typeof contract>;

const CLASSES = { table: 'classes', id: 'class_id' };

/** Creates the missing classes of the new year. Returns all target classes by source class. */
async function openClasses(
  tx: Tx,
  ctx: OrgContext,
  { to, moves }: Plan,
  at: string,
): Promise<{ goals: Map<string, YearClass>; made: number }> {
  const {
    actor: { orgId },
    services: { clock },
  } = ctx;
  const goals = new Map<string, YearClass>();
  const rows = moves.flatMap(({ from, to: goal }) => {
    if (!goal) return [];
    const class_id = goal.class_id ?? newId(clock);
    goals.set(from.class_id, { ...goal, class_id });
    const { period, grade, class_no, class_name } = goal;
    return goal.class_id === undefined
      ? [
          {
            org_id: orgId,
            class_id,
            year_id: to.year_id,
            period,
            grade,
            class_no,
            class_name,
            college_id: from.college_id,
            major_id: from.major_id,
            ext: from.ext,
            created_at: at,
            updated_at: at,
          },
        ]
      : [];
  });
  if (rows.length > 0) await tx.run(insertRows(CLASSES, rows));
  await audit(
    tx,
    ctx,
    ...rows.map(({ class_id, class_name, year_id, period, grade, class_no, ext }) => ({
      act: 'create',
      resource: 'class',
      rowId: class_id,
      rowLabel: class_name,
      after: { class_id, class_name, year_id, period, grade, ...(class_no !== null && { class_no }), ...ext },
    })),
  );
  return { goals, made: rows.length };
}

/**
 * Students who do not move with their class.
 *
 * @throws AppError PSY_INVALID_INPUT, naming students who attend no class of the ending year
 */
async function exceptionsOf(tx: Tx, orgId: string, { from }: Plan, exceptions: NonNullable<Input['exceptions']>) {
  const found = new Map(
    (
      await tx.run(
        attending(
          orgId,
          from.year_id,
          exceptions.map(({ child_id }) => child_id),
        ),
      )
    ).map((row) => [row.child_id, row]),
  );
  const twice = new Set(exceptions.map(({ child_id }) => child_id)).size < exceptions.length;
  const details = exceptions.flatMap(({ child_id }, i) =>
    found.has(child_id)
      ? []
      : [{ field: `/exceptions/${i}/child_id`, message: `这名学生现在不在${from.year_name}的班级中就读` }],
  );
  if (twice) details.push({ field: '/exceptions', message: '同一名学生只能列出一次' });
  if (details.length > 0) throw new AppError('PSY_INVALID_INPUT', { details });
  const of = (act: 'keep_back' | 'graduate') =>
    exceptions.flatMap((one) => {
      const row = one.act === act ? found.get(one.child_id) : undefined;
      return row ? [row] : [];
    });
  return { keptBack: of('keep_back'), leaving: of('graduate') };
}

type Student = Awaited<ReturnType<typeof exceptionsOf>>['leaving'][number];

const rollOverEntry = ({ from, to }: Plan, counts: Readonly<Record<string, number>>) => ({
  act: 'roll_over',
  resource: 'year',
  rowId: to.year_id,
  rowLabel: to.year_name,
  after: { from_year: from.year_name, to_year: to.year_name, ...counts },
});

const repeatEntry = ({ student, goal }: { student: Student; goal: YearClass | undefined }) => ({
  act: 'update',
  resource: 'student',
  rowId: student.child_id,
  rowLabel: student.child_name,
  before: { class_id: student.class_id },
  after: { class_id: goal?.class_id ?? null },
});

const graduationEntry = (student: Student) => ({
  act: 'update',
  resource: 'student',
  rowId: student.child_id,
  rowLabel: student.child_name,
  before: { study_status: 1 },
  after: { study_status: STUDY_GRADUATED },
});

/**
 * Rolls the whole school over into a year, in one transaction: creates classes, moves students and class teachers with
 * their class, graduates the last grades, applies exceptions, and makes the year current. Triggers write the students'
 * history.
 *
 * @throws AppError PSY_CONFLICT when another user was first or the classes differ from the preview; PSY_INVALID_INPUT
 *   for exceptions
 */
export async function rollOver(
  ctx: OrgContext,
  tx: Tx,
  toId: string,
  { version, exceptions = [] }: Input,
): Promise<Outcome> {
  const {
    actor: { orgId },
    caller,
    services: { access },
  } = ctx;
  const plan = await planRollOver(tx, orgId, toId);
  if (plan.version !== version) throw new AppError('PSY_CONFLICT', { message: '预览之后班级或学生有变动，请重新预览' });
  const { from, to, moves, there } = plan;
  await tx.run(lockAttending(orgId, from.year_id));
  const at = ctx.nowIso();
  const { keptBack, leaving } = await exceptionsOf(tx, orgId, plan, exceptions);
  const { goals, made } = await openClasses(tx, ctx, plan, at);

  const newYear = [...goals.values(), ...there];
  const repeats = keptBack.map((student) => ({ student, goal: classToRepeat(student, newYear) }));
  const except = [...keptBack, ...leaving].map(({ child_id }) => child_id);
  const [sources, targets] = [[...goals.keys()], [...goals.values()].map(({ class_id }) => class_id)];
  const last = moves.filter((move) => !move.to).map((move) => move.from.class_id);
  const [promoted, graduated, kept_back] = await tx.batch([
    moveClasses(orgId, sources, targets, except, at),
    graduate(
      orgId,
      last,
      leaving.map(({ child_id }) => child_id),
      except,
      at,
    ),
    repeatGrade(
      orgId,
      keptBack.map(({ child_id }) => child_id),
      repeats.map(({ goal }) => goal?.class_id ?? null),
      at,
    ),
    moveTeachers(orgId, sources, targets, at),
    dropCurrent(orgId, at),
    markRolled(orgId, to.year_id, from.year_id, caller.userId, at),
  ]);
  // The scopes of class teachers have changed.
  tx.afterCommit(() => access.invalidateOrg(orgId));
  const counts = { classes: made, promoted, graduated, kept_back };
  await audit(tx, ctx, rollOverEntry(plan, counts), ...repeats.map(repeatEntry), ...leaving.map(graduationEntry));
  return {
    year_name: to.year_name,
    new_classes: made,
    promoted,
    graduated,
    kept_back,
    without_class: repeats.filter(({ goal }) => !goal).length,
  };
}
