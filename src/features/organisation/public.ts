export { gradeId } from './rules.ts';
