import type { OrgContext } from '../../../platform/context/server/context.ts';
import { decryptRows } from '../../../platform/resources/server/encrypted-fields.ts';
import { rowsOfIds } from '../../../platform/resources/server/queries/rows/read.ts';
import { resolveResource } from '../../../platform/resources/server/reading.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { fieldsOf } from '../../../platform/schema/types.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { studentHooks } from '../../students/server/public.ts';
import type { Identifiers } from '../rules/identifiers.ts';
import * as store from './queries.ts';

const OTHER_RELATION = 99;

/**
 * Everything by which the people of a case could be known, whatever the caller's own scope is: a reviewer need not
 * reach the child.
 */
export async function readIdentifiers(
  ctx: OrgContext,
  { child_id: childId, case_id: caseId }: { child_id: string; case_id: string },
): Promise<Identifiers> {
  const { orgId } = ctx.actor;
  const { entity, rows } = resolveResource(ctx, 'student', studentHooks);
  const [stored, [origin], [pinyin], guardians, staff, classes, orgs, classmates] = await ctx.read([
    rowsOfIds({ ...rows, scope: { kind: 'all' } }, [childId]),
    store.originOf(orgId, caseId),
    store.pinyinOf(orgId, childId),
    store.guardiansOf(orgId, childId),
    store.staffNames(orgId),
    store.classNames(orgId),
    store.schoolNames(orgId),
    store.classmatesOf(orgId, childId),
  ]);
  const [student = {}] = await decryptRows(ctx.services.keys, orgId, entity.schema, stored);
  const masked = fieldsOf(entity.schema).flatMap(([name, { 'x-mask': mask }]) => {
    const value = student[name];
    return mask && typeof value === 'string' ? [{ mask, value }] : [];
  });
  const period = origin?.period ?? undefined;
  return {
    child: { name: String(student['child_name'] ?? ''), pinyin: pinyin?.name_pinyin ?? '' },
    guardians: guardians.map(({ guardian_name, relation }) => ({
      name: guardian_name,
      called: relation === OTHER_RELATION ? '监护人' : labelOf('guardian_relation', relation),
    })),
    staff: staff.map(({ teacher_name }) => teacher_name),
    classmates: classmates.map(({ child_name }) => child_name),
    classes: classes.map(({ class_name }) => class_name),
    orgs: orgs.map(({ name }) => name),
    numbers: [
      String(student['student_no'] ?? ''),
      ...masked.flatMap(({ mask, value }) => (mask === 'phone' || mask === 'id-card' ? [value] : [])),
    ],
    addresses: masked.flatMap(({ mask, value }) => (mask === 'address' ? [value] : [])),
    stage: period === undefined ? '在校' : labelOf('class_period', period),
    openedOn: dayOf(Date.parse(origin?.opened_at ?? ctx.nowIso())),
  };
}
