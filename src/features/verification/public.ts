export { boundMobile } from './contract.ts';
