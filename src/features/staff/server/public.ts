export { endClaimedRoles, holdsAsStated, takeClaimedRoles } from './claimed-roles.ts';
export { teacherHooks } from './hooks.ts';
export { activeTeachers, mobilesOf, activeStaff } from './queries.ts';
export { setTeacherState } from './set-teacher-state.ts';
export { forgetUsers, membersOf, writeRoles } from './staff.ts';
