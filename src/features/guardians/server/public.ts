export { guardiansOfChild } from './queries/guardians.ts';
