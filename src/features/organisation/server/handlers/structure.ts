import { orgById } from '../../../../platform/access/server/queries/orgs.ts';
import { implement, type Implementation, type OrgContext } from '../../../../platform/context/server/context.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { gradeId } from '../../../classes/rules.ts';
import { chargeRole, gradeCharge, holds, putInCharge, type Charge } from '../../../staff/server/put-in-charge.ts';
import { activeTeachers, inChargeOf } from '../../../staff/server/queries.ts';
import * as contract from '../../contract/structure.ts';
import type { DepartmentGrades, DepartmentNode } from '../../contract/structure.ts';
import { addDepartment, changeDepartment, removeDepartment, type Department } from '../departments.ts';
import { departmentsOf, edusOf, teachersByDepartment } from '../queries/departments.ts';
import { structuresOf } from '../queries/edu-structures.ts';
import { setEdus } from '../set-edus.ts';

/** Org node type of a department (`spec §3`): none of the listed ones but the general one. */
const DEPARTMENT_LEVEL = 99;

function nodesOf(rows: readonly Department[], teachers: ReadonlyMap<string | null, number>): DepartmentNode[] {
  const nodes = new Map(
    rows.map(({ department_id, department_name }): [string, DepartmentNode] => [
      department_id,
      {
        node_id: department_id,
        node_name: department_name,
        level: DEPARTMENT_LEVEL,
        teachers: teachers.get(department_id) ?? 0,
        next_level: [],
      },
    ]),
  );
  return rows.flatMap(({ department_id, parent_id }) => {
    const node = nodes.get(department_id);
    if (!node) return [];
    if (parent_id === null) return [node];
    nodes.get(parent_id)?.next_level.push(node);
    return [];
  });
}

async function gradesOf(ctx: OrgContext, id: string): Promise<DepartmentGrades> {
  const {
    actor: { orgId },
  } = ctx;
  const [structures, departments, edus] = await ctx.read([
    structuresOf(orgId),
    departmentsOf(orgId),
    edusOf(orgId, id),
  ]);
  const whole = id === orgId;
  if (!whole && !departments.some((row) => row.department_id === id)) throw new AppError('PSY_NOT_FOUND');
  return {
    items: (whole ? structures : edus).map(({ period, grades }) => ({
      period,
      period_name: labelOf('class_period', period),
      edu_type: structures.find((each) => each.period === period)?.edu_type ?? undefined,
      grades: grades.map((grade) => ({ grade_id: gradeId(period, grade), grade, grade_name: labelOf('grade', grade) })),
    })),
  };
}

async function holdersOf(ctx: OrgContext, charge: Charge) {
  const [rows] = await ctx.read([inChargeOf(ctx.actor.orgId)]);
  return {
    items: rows
      .filter(({ enabled, role_extend }) => enabled && holds(role_extend, charge))
      .map(({ user_id, teacher_name }) => ({ user_id, real_name: teacher_name })),
  };
}

const holdersPut = async (ctx: OrgContext, charge: Charge, userIds: readonly string[]) => {
  await putInCharge(ctx, charge, userIds);
  return holdersOf(ctx, charge);
};

/** The tree of departments, their stages, and who is in charge of grades and classes. */
export const structureHandlers: readonly Implementation[] = [
  implement(contract.departmentsTree, async (ctx) => {
    const {
      actor: { orgId, orgType },
    } = ctx;
    const [[org], rows, counts] = await ctx.read([orgById(orgId), departmentsOf(orgId), teachersByDepartment(orgId)]);
    const next = nodesOf(rows, new Map(counts.map(({ department_id, teachers }) => [department_id, teachers])));
    return [{ node_id: orgId, node_name: org?.org_name ?? '', level: orgType, teachers: 0, next_level: next }];
  }),
  implement(contract.createDepartment, (ctx, { body }) => addDepartment(ctx, body)),
  implement(contract.updateDepartment, (ctx, { params, body }) => changeDepartment(ctx, params.id, body)),
  implement(contract.deleteDepartment, async (ctx, { params }) => {
    await removeDepartment(ctx, params.id);
    return { ok: true } as const;
  }),
  implement(contract.createEdus, async (ctx, { body }) => {
    await setEdus(ctx, body.department_id, body.items);
    return gradesOf(ctx, body.department_id);
  }),
  implement(contract.putEdus, async (ctx, { params, body }) => {
    await setEdus(ctx, params.id, body.items);
    return gradesOf(ctx, params.id);
  }),
  implement(contract.departmentGrades, (ctx, { params }) => gradesOf(ctx, params.id)),

  implement(contract.gradeHeads, (ctx, { params }) => holdersOf(ctx, gradeCharge(params.id))),
  implement(contract.putGradeHeads, (ctx, { params, body }) => holdersPut(ctx, gradeCharge(params.id), body.user_ids)),
  implement(contract.classTeachers, (ctx, { params }) => holdersOf(ctx, { kind: 'class', classId: params.id })),
  implement(contract.putClassTeachers, (ctx, { params, body }) =>
    holdersPut(ctx, { kind: 'class', classId: params.id }, body.user_ids),
  ),
  implement(contract.inCharge, async (ctx) => {
    const {
      actor: { orgId },
    } = ctx;
    const [rows, people] = await ctx.read([inChargeOf(orgId), activeTeachers(orgId)]);
    const active = rows.filter(({ enabled }) => enabled);
    return {
      grades: active.flatMap(({ user_id, role_extend: { grade_combos = [] } }) =>
        grade_combos.map(({ period, grade }) => ({ grade_id: gradeId(period, grade), user_id })),
      ),
      classes: active.flatMap(({ user_id, role_extend: { class_ids = [] } }) =>
        class_ids.map((class_id) => ({ class_id, user_id })),
      ),
      people,
      may: { grades: chargeRole(ctx, 'grade') !== undefined, classes: chargeRole(ctx, 'class') !== undefined },
    };
  }),
];
