import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';

/** The methods of second-step verification. */
export const ProofForms = lazyPage(async () => (await import('./ProofForms.tsx')).ProofForms);
/** Enrols an authenticator app. */
export const EnrolAuthenticator = lazyPage(async () => (await import('./EnrolAuthenticator.tsx')).EnrolAuthenticator);
export { AUTHENTICATOR, BOUND_MOBILE } from './bound-mobile.ts';
