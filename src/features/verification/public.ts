export { authenticatorStatus, boundMobile, removeAuthenticator } from './contract.ts';
