export type { ClassNode } from './contract.ts';
export { gradesIn } from './rules.ts';
