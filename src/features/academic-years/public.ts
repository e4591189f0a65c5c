export { schoolYears } from './contract.ts';
