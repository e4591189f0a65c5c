export { recordFile } from './contract.ts';
