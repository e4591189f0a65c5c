export { automationRuns, automationTest, RUN_STATES, type Fault, type Run } from './contract.ts';
