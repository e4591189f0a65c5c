export { EXPORT_KEPT_DAYS } from './contract.ts';
