export { createIndexConfig, putIndexConfig } from './contract.ts';
export { DEFAULT_SITE_NAME } from './rules/site.ts';
