export { changeStudyStatus } from './change-study-status.ts';
export type { DemoStudent } from './demo/students.ts';
export { NOT_REACHED_CHILD, reachedChildren, requireChild } from './hooks/children.ts';
export { NOT_CURRENT, NOT_REACHED, STUDENT_NOT_REACHED, studentHooks } from './hooks/students.ts';
export { switchClass } from './move-student.ts';
export { enrolmentsOf } from './queries/enrolments.ts';
export { lockStudent, studentsByText, studentsReached } from './queries/students.ts';
export { registerStudent, studentLogin } from './register-student.ts';
