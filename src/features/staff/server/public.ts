export { activeTeachers, mobilesOf, staffNamed } from './queries.ts';
export { membersOf } from './staff.ts';
