export { activeTeachers, mobilesOf, activeStaff } from './queries.ts';
export { membersOf } from './staff.ts';
