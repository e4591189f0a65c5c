export {
  createDepartment,
  deleteDepartment,
  departmentGrades,
  departmentsTree,
  putEdus,
  updateDepartment,
  type DepartmentGrades,
  type DepartmentNode,
} from './contract/departments.ts';
export { gradeId } from './rules.ts';
