export { checkPassword, authenticatorStatus, boundMobile, removeAuthenticator } from './contract.ts';
