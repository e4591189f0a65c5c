export { blockersOfStudent, lockAgainstHolds } from './untouched.ts';
