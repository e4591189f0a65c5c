export { departmentsOf } from './queries/departments.ts';
export { structuresOf } from './queries/edu-structures.ts';
export { visitedOrgs } from './visit-school.ts';
export { structureRows, type TaughtStage } from './structure-rows.ts';
