export { schoolYear, schoolYearAt } from './rules/school-year.ts';
