export { createIndexConfig, putIndexConfig } from './contract.ts';
