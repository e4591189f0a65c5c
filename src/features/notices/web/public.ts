export { NOTICES_KEY } from './unread.ts';
