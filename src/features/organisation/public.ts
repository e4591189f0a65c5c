export {
  departmentGrades,
  departmentPeople,
  departmentsTree,
  putEdus,
  type DepartmentGrades,
  type DepartmentNode,
  type DepartmentPerson,
} from './contract/departments.ts';
export { schoolAuths } from './contract/org.ts';
export { gradeId, gradesOfPeriod, hasSystem } from './rules.ts';
