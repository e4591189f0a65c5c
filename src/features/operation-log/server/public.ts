export { changesIn } from './hooks.ts';
