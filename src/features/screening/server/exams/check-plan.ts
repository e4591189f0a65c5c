import { classInScope, gradeInScope } from '../../../../platform/access/server/queries/scope.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import type { Draft } from '../../../../platform/resources/server/hooks.ts';
import { sameValue } from '../../../../platform/schema/json.ts';
import { activeStaff } from '../../../staff/server/public.ts';
import { STUDENT_NOT_REACHED, studentsReached } from '../../../students/server/public.ts';
import type { Pack } from '../../rules/scales/pack.ts';
import { addedTo, type ExamScope } from '../../rules/scope.ts';
import { isExpert } from '../experts.ts';
import { gradesWithClasses, groupsOf, placesOf } from '../queries/exam-students.ts';

export type Refuse = (field: string, message: string) => void;

/** Longest window of a plan, in days. */
const WINDOW_MAX_DAYS = 366;

/** Checks what a plan names: packs and norm sets, the window, the parts of the scope, the people on duty, reasons. */
export async function checkPlan(tx: Tx, ctx: OrgContext, { row, before = {} }: Draft, refuse: Refuse): Promise<void> {
  const changed = (name: string) => !sameValue(row[name], before[name]);
  if (changed('scale_ids') || changed('norm_sets')) checkPacks(ctx, row, refuse);
  checkWindow(row, refuse);
  if (changed('scope')) {
    const added = addedTo((before['scope'] ?? {}) as ExamScope, row['scope'] as ExamScope);
    await checkScope(tx, ctx, row['scope'] as ExamScope, added, refuse);
  }
  if (changed('duty')) await checkDuty(tx, ctx, row['duty'] as readonly string[], refuse);
  if (!sameValue(row['reasons'], before['reasons'] ?? {}) && !isExpert(ctx))
    refuse('reasons/below_age', '低于适用年龄的理由由心理专职教师填写');
}

/** Why a pack cannot be in a plan; undefined where it can. */
export function packProblem(pack: Pack | undefined): string | undefined {
  if (!pack) return '没有这个量表，或者没有安装';
  return pack.kind === 'totals' ? `${pack.title}只能导入总分，题目要由持有授权的学校安装` : undefined;
}

/** Checks the packs of a plan and their norm sets. */
export function checkPacks(ctx: OrgContext, row: Draft['row'], refuse: Refuse): void {
  const packs = new Map(ctx.services.packs.allPacks(ctx.actor.orgId).map((pack) => [pack.id, pack]));
  const ids = row['scale_ids'] as readonly string[];
  for (const [i, id] of ids.entries()) {
    const problem = packProblem(packs.get(id));
    if (problem !== undefined) refuse(`scale_ids/${i}`, problem);
  }
  for (const [id, set] of Object.entries(row['norm_sets'] as Record<string, string>)) {
    const pack = packs.get(id);
    if (!ids.includes(id)) refuse(`norm_sets/${id}`, '这次测评没有用这个量表');
    else if (pack && !(pack.kind === 'scale' && pack.normSets.some((each) => each.id === set)))
      refuse(`norm_sets/${id}`, '这个量表没有这个常模');
  }
}

export function checkWindow(row: Draft['row'], refuse: Refuse): void {
  const [from, to] = [Date.parse(String(row['starts_at'])), Date.parse(String(row['ends_at']))];
  if (to <= from) refuse('ends_at', '结束时间要晚于开始时间');
  else if (to - from > WINDOW_MAX_DAYS * 86_400_000) refuse('ends_at', `测评最长开放 ${WINDOW_MAX_DAYS} 天`);
}

const OUTSIDE = '不存在，或者不在您的管理范围内';

async function checkScope(
  tx: Tx,
  { actor, caller, services: { access } }: OrgContext,
  scope: ExamScope,
  added: ExamScope,
  refuse: Refuse,
): Promise<void> {
  const [classScope, studentScope, groupScope] = ['class', 'student', 'custom-group'].map((entity) =>
    access.scope(actor, entity),
  );
  if (!classScope || !studentScope || !groupScope) return;
  const { grade_ids = [], class_ids = [], group_ids = [], child_ids = [] } = added;
  const [grades, classes, groups, children] = await tx.batch([
    gradesWithClasses(actor.orgId),
    placesOf(actor.orgId, class_ids),
    groupsOf(actor.orgId, group_ids),
    studentsReached(actor.orgId, studentScope, child_ids),
  ]);
  const known = {
    grade_ids: grades.filter((each) => gradeInScope(classScope, each)).map(({ period, grade }) => `${period}-${grade}`),
    class_ids: classes.filter((each) => classInScope(classScope, each)).map(({ class_id }) => class_id),
    group_ids: groups
      .filter(({ created_by }) => groupScope.kind === 'all' || created_by === caller.userId)
      .map(({ group_id }) => group_id),
    child_ids: children.map(({ child_id }) => child_id),
  };
  const wanted = { grade_ids, class_ids, group_ids, child_ids };
  const names = { grade_ids: '年级', class_ids: '班级', group_ids: '分组', child_ids: '' };
  for (const part of ['grade_ids', 'class_ids', 'group_ids', 'child_ids'] as const)
    for (const id of wanted[part]) {
      const at = `scope/${part}/${(scope[part] ?? []).indexOf(id)}`;
      if (!known[part].includes(id)) refuse(at, part === 'child_ids' ? STUDENT_NOT_REACHED : names[part] + OUTSIDE);
    }
}

async function checkDuty(tx: Tx, { actor }: OrgContext, duty: readonly string[], refuse: Refuse): Promise<void> {
  const staff = new Set((await tx.run(activeStaff(actor.orgId, duty))).map(({ user_id }) => user_id));
  for (const [i, id] of duty.entries()) if (!staff.has(id)) refuse(`duty/${i}`, '不是本校的教职工，或已停用');
}
