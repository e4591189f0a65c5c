export { crisisCategories } from './categories.ts';
export { crisisOf } from './crisis-of.ts';
export { casesOf } from './queries/crisis-cases.ts';
export { warnsOfChild } from './queries/warns.ts';
export { shownHead } from './read-warnings.ts';
export { addStep } from './steps.ts';
export { factsOf, mayRead } from './told-records.ts';
