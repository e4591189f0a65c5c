export { teacherHooks } from './hooks.ts';
export { activeTeachers, mobilesOf, activeStaff } from './queries.ts';
export { forgetUsers, membersOf, writeRoles } from './staff.ts';
