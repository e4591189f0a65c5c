export { KEEP_DAYS } from './rules/limits.ts';
