export type { GroupReport } from './contract.ts';
