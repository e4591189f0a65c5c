export { studentsBetween } from './queries/calendar.ts';
