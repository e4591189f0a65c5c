import { AppError } from '../../shared/errors/app-error.ts';
import { labelOf } from '../../shared/rules/labels.ts';
import { isAtSchool } from '../../shared/rules/study-status.ts';
import type { OrgCall } from '../context.ts';
import { customGroupHooks } from '../resources/custom-groups.ts';
import { reach } from '../resources/reading.ts';
import { NOT_REACHED, STUDENT_NOT_REACHED } from '../resources/students.ts';
import { audit } from '../store/audit-logs.ts';
import { classesToJoin } from '../store/classes.ts';
import { addMembers, removeMembers, touchGroup } from '../store/custom-groups.ts';
import type { Tx } from '../store/db/database.ts';
import { lockRows } from '../store/rows/read.ts';
import { studentsReached } from '../store/students.ts';

type Change = (tx: Tx, at: string) => Promise<readonly { child_id: string }[]>;

/** Changes who is in a group that the role reaches, and writes who it was into the log; whoever changes the same group waits. */
function changing(call: OrgCall, groupId: string, fact: 'members_added' | 'members_removed', change: Change): Promise<{ total: number }> {
  const { actor, services: { access, clock, db } } = call;
  return db.transaction({ orgId: actor.orgId, userId: null }, async (tx) => {
    const [group] = await tx.run(lockRows(reach(call, 'custom-group', customGroupHooks).rows, [groupId]));
    if (!group) throw new AppError('PSY_NOT_FOUND');
    const at = new Date(clock.now()).toISOString();
    const changed = (await change(tx, at)).map(({ child_id }) => child_id);
    if (changed.length > 0) {
      const names = (await tx.run(studentsReached(actor.orgId, access.scope(actor, 'student'), changed))).map(({ child_name }) => child_name);
      await tx.run(touchGroup(actor.orgId, groupId, at));
      await audit(tx, call, { act: 'update', resource: 'custom-group', rowId: groupId, rowLabel: String(group['group_name']), after: { [fact]: `${changed.length} 人：${names.join('、')}`, child_ids: changed } });
    }
    return { total: changed.length };
  });
}

/**
 * Puts whole classes and single students into a group, all or none; those who are in it already stay.
 * @throws AppError PSY_NOT_FOUND naming who or what the role does not reach, PSY_STUDY_STATUS naming who has left or graduated
 */
export const addGroupMembers = (call: OrgCall, groupId: string, classIds: readonly string[], childIds: readonly string[]): Promise<{ total: number }> =>
  changing(call, groupId, 'members_added', async (tx, at) => {
    const { actor, services: { access } } = call;
    const scope = access.scope(actor, 'student');
    const [classes, students] = await tx.batch([classesToJoin(actor.orgId, access.scope(actor, 'class'), classIds), studentsReached(actor.orgId, scope, childIds)]);
    const known = new Map(students.map((student) => [student.child_id, student]));
    const missing = [
      ...classIds.flatMap((id, i) => (classes.some(({ class_id }) => class_id === id) ? [] : [{ field: `/class_ids/${i}`, message: NOT_REACHED }])),
      ...childIds.flatMap((id, i) => (known.has(id) ? [] : [{ field: `/child_ids/${i}`, message: STUDENT_NOT_REACHED }])),
    ];
    if (missing.length > 0) throw new AppError('PSY_NOT_FOUND', { details: missing });
    const gone = childIds.flatMap((id, i) => {
      const student = known.get(id);
      return student && !isAtSchool(student.study_status) ? [{ field: `/child_ids/${i}`, message: `${student.child_name}已${labelOf('study_status', student.study_status)}，不能加入` }] : [];
    });
    const [one] = gone;
    if (one) throw new AppError('PSY_STUDY_STATUS', { message: one.message, details: gone });
    return tx.run(addMembers(actor.orgId, scope, groupId, classIds, childIds, at));
  });

/** Takes students out of a group; those who are not in it, or whom the role does not reach, change nothing. @throws AppError PSY_NOT_FOUND for the group */
export const removeGroupMembers = (call: OrgCall, groupId: string, childIds: readonly string[]): Promise<{ total: number }> =>
  changing(call, groupId, 'members_removed', (tx) => tx.run(removeMembers(call.actor.orgId, call.services.access.scope(call.actor, 'student'), groupId, childIds)));
