import { lazyControl } from '../../../platform/ui/web/fields/lazy-control.tsx';

/** Selects a class in the tree of periods and grades. */
export const ClassControl = lazyControl(async () => (await import('./fields/ClassPick.tsx')).ClassPick);
export { classIdsUnder, classNodes, type TreeNode } from './fields/class-nodes.ts';
export { checkedNodes, gradeClassNodes, gradesAndClassesOf } from './fields/grade-class-nodes.ts';
export { useClassesTree, useEduStructures, useFaculty } from './fields/use-structures.ts';
