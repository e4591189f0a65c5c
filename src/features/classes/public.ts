export { classesTree, eduStructures, type ClassNode, type EduStructures } from './contract.ts';
export { gradesIn } from './rules.ts';
