import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import type { Scope } from '../../../platform/access/server/queries/scope.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { lockRows } from '../../../platform/resources/server/queries/rows/read.ts';
import { resolveResource } from '../../../platform/resources/server/reading.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { classesToJoin } from '../../classes/server/public.ts';
import { isAtSchool } from '../../students/public.ts';
import { NOT_REACHED, STUDENT_NOT_REACHED, studentsByText, studentsReached } from '../../students/server/public.ts';
import { customGroupHooks } from './hooks.ts';
import { addMembers, removeMembers, touchGroup } from './queries.ts';

type Change = (at: string) => Promise<readonly { child_id: string }[]>;

/** Changes the members of a group within the role's scope and audits them. Changes of one group are serialised. */
async function changing(
  ctx: OrgContext,
  tx: Tx,
  groupId: string,
  fact: 'members_added' | 'members_removed',
  change: Change,
): Promise<{ total: number }> {
  const {
    actor,
    services: { access },
  } = ctx;
  const { rows } = resolveResource(ctx, 'custom-group', customGroupHooks);
  const [group] = await tx.run(lockRows(rows, [groupId]));
  if (!group) throw notFoundInScope(rows.scope);
  const at = ctx.nowIso();
  const changed = (await change(at)).map(({ child_id }) => child_id);
  if (changed.length > 0) {
    const names = (await tx.run(studentsReached(actor.orgId, access.scope(actor, 'student'), changed))).map(
      ({ child_name }) => child_name,
    );
    await tx.run(touchGroup(actor.orgId, groupId, at));
    await audit(tx, ctx, {
      act: 'update',
      resource: 'custom-group',
      rowId: groupId,
      rowLabel: String(group['group_name']),
      after: { [fact]: `${changed.length} 人：${names.join('、')}`, child_ids: changed },
    });
  }
  return { total: changed.length };
}

interface Skipped {
  given: string;
  message: string;
}

/**
 * Students of a list within the role's scope. A number takes precedence over a name, and a name must match exactly one
 * student.
 */
async function readNames(
  tx: Tx,
  orgId: string,
  scope: Scope,
  named: readonly string[],
): Promise<{ childIds: string[]; skipped: Skipped[] }> {
  const texts = [...new Set(named.map((text) => text.trim()).filter(Boolean))];
  const found = texts.length > 0 ? await tx.run(studentsByText(orgId, scope, texts, [])) : [];
  const [childIds, skipped]: [string[], Skipped[]] = [[], []];
  for (const given of texts) {
    const called = found.filter(({ student_no }) => student_no === given);
    const meant = called.length > 0 ? called : found.filter(({ child_name }) => child_name === given);
    const [one] = meant;
    if (one === undefined) skipped.push({ given, message: '没有这个学生，或者不在您的管理范围内' });
    else if (meant.length > 1) skipped.push({ given, message: `有 ${meant.length} 名学生叫这个名字，请写学号` });
    else if (!isAtSchool(one.study_status))
      skipped.push({ given, message: `${one.child_name}已${labelOf('study_status', one.study_status)}，不能加入` });
    else childIds.push(one.child_id);
  }
  return { childIds, skipped };
}

export interface NewMembers {
  class_ids?: readonly string[] | undefined;
  child_ids?: readonly string[] | undefined;
  named?: readonly string[] | undefined;
}

/**
 * Adds whole classes and single students to a group, all or none; existing members are skipped. Of a list, lines with a
 * match are added and the other lines returned.
 *
 * @throws AppError `notFoundInScope`, naming what is missing; PSY_STUDY_STATUS, naming students who left or graduated
 */
export async function addGroupMembers(
  ctx: OrgContext,
  tx: Tx,
  groupId: string,
  { class_ids: classIds = [], child_ids: childIds = [], named = [] }: NewMembers,
): Promise<{ total: number; skipped?: Skipped[] }> {
  let skipped: Skipped[] = [];
  const added = await changing(ctx, tx, groupId, 'members_added', async (at) => {
    const {
      actor,
      services: { access },
    } = ctx;
    const scope = access.scope(actor, 'student');
    const [classes, students] = await tx.batch([
      classesToJoin(actor.orgId, access.scope(actor, 'class'), classIds),
      studentsReached(actor.orgId, scope, childIds),
    ]);
    const known = new Map(students.map((student) => [student.child_id, student]));
    const missing = [
      ...classIds.flatMap((id, i) =>
        classes.some(({ class_id }) => class_id === id) ? [] : [{ field: `/class_ids/${i}`, message: NOT_REACHED }],
      ),
      ...childIds.flatMap((id, i) =>
        known.has(id) ? [] : [{ field: `/child_ids/${i}`, message: STUDENT_NOT_REACHED }],
      ),
    ];
    if (missing.length > 0) throw notFoundInScope(scope, { details: missing });
    const refused = childIds.flatMap((id, i) => {
      const student = known.get(id);
      return student && !isAtSchool(student.study_status)
        ? [
            {
              field: `/child_ids/${i}`,
              message: `${student.child_name}已${labelOf('study_status', student.study_status)}，不能加入`,
            },
          ]
        : [];
    });
    const [one] = refused;
    if (one) throw new AppError('PSY_STUDY_STATUS', { message: one.message, details: refused });
    const read = await readNames(tx, actor.orgId, scope, named);
    ({ skipped } = read);
    return tx.run(addMembers(actor.orgId, scope, groupId, classIds, [...childIds, ...read.childIds], at));
  });
  return { ...added, ...(named.length > 0 && { skipped }) };
}

/**
 * Removes students from a group; students who are not members or out of scope are ignored.
 *
 * @throws AppError `notFoundInScope` for the group
 */
export const removeGroupMembers = (
  ctx: OrgContext,
  tx: Tx,
  groupId: string,
  childIds: readonly string[],
): Promise<{ total: number }> =>
  changing(ctx, tx, groupId, 'members_removed', () =>
    tx.run(removeMembers(ctx.actor.orgId, ctx.services.access.scope(ctx.actor, 'student'), groupId, childIds)),
  );
