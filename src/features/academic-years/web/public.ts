export { useSchoolYears } from './use-school-years.ts';
