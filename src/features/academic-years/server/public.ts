export { yearsOf } from './queries/years.ts';
