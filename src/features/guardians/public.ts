export { childRelation } from './contract/guardians.ts';
