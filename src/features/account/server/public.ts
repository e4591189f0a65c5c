export { type NewAccount, openAccount } from './open-account.ts';
