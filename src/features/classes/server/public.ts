export { classPlace, classesToJoin } from './queries/classes.ts';
export { collegesOf, majorsOf } from './queries/faculty.ts';
