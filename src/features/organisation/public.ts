export {
  departmentGrades,
  departmentPeople,
  departmentsTree,
  putEdus,
  type DepartmentGrades,
  type DepartmentNode,
  type DepartmentPerson,
} from './contract/departments.ts';
export { gradeId, gradesOfPeriod } from './rules.ts';
