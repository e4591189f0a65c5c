export { departmentsKey, useDepartments } from './fields/use-departments.ts';
