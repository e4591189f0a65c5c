export type { DemoRecord } from './demo/record.ts';
export { crisisCategories } from './read-categories.ts';
export { readCrisisLevel } from './read-crisis-level.ts';
export { casesOf } from './queries/crisis-cases.ts';
export { warnsOfChild } from './queries/warns.ts';
export { presentWarningHead } from './read-warnings.ts';
export { addStep } from './add-step.ts';
export { factsOf, mayRead } from './summarise-records.ts';
