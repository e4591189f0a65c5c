export { readAreaReport } from './read-area-report.ts';
export { readGroupReport } from './read-group-report.ts';
