export type { DemoClass } from './demo/classes.ts';
export { classHooks } from './hooks/classes.ts';
export { classesForTree } from './queries/classes-tree.ts';
export { classPlace, classesToJoin } from './queries/classes.ts';
export { collegesOf, majorsOf } from './queries/faculty.ts';
