import { isCurrent } from '../../../../platform/demo/server/calendar.ts';
import type { DemoPart, DemoTenant } from '../../../../platform/demo/server/demo.ts';
import { teacherOf } from '../../../../platform/demo/server/people.ts';
import { classRows, classesOf, type DemoClass } from './classes.ts';
import { facultyOf } from './faculty.ts';

/** The name of the teacher whom a class has this year, or had if it is one of last year. */
function nameOfTeacher(tenant: DemoTenant, { grade, classNo }: DemoClass): string {
  const now = tenant.classes?.find((c) => isCurrent(c) && c.grade === grade && c.classNo === classNo);
  return now ? (teacherOf(tenant, now.class_id)?.name ?? '') : '';
}

export const demo: DemoPart = {
  after: ['academic-years'],
  draw(tenant) {
    tenant.classes = classesOf(tenant.spec);
  },
  rows(tenant) {
    const { spec, classes = [] } = tenant;
    if (!spec.school) return {};
    const { colleges, majors, placeOf } = facultyOf(spec.org_id, spec.school.faculty ?? []);
    const rows = classRows(spec, classes, (c) => nameOfTeacher(tenant, c));
    return { colleges, majors, classes: rows.map((row) => ({ ...row, ...placeOf(row.class_no) })) };
  },
};
