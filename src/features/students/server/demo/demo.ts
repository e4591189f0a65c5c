import { isCurrent } from '../../../../platform/demo/server/calendar.ts';
import type { DemoPart } from '../../../../platform/demo/server/demo.ts';
import { IDENTITY } from '../../../../platform/identity/identity.ts';
import { formerEnrolments, studentDetails } from './details.ts';
import { studentRows, studentsOf } from './students.ts';

export const demo: DemoPart = {
  after: ['classes', 'staff'],
  draw(tenant) {
    const { spec, classes = [], random, people } = tenant;
    tenant.students = studentsOf(spec, classes.filter(isCurrent), random);
    for (const { login, name, sex } of tenant.students)
      people.push({ login, name: name.name, sex, identity: IDENTITY.student, role_extend: {} });
  },
  rows({ spec: { org_id, school }, students = [], classes = [] }) {
    if (!school) return {};
    const details = studentDetails(org_id, students);
    return {
      students: studentRows(org_id, students).map((row, i) => ({ ...row, ...details[i] })),
      enrolments: formerEnrolments(org_id, students, classes),
    };
  },
};
