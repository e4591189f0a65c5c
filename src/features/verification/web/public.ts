import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';

/** The methods of second-step verification. */
export const ProofForms = lazyPage(async () => (await import('./ProofForms.tsx')).ProofForms);
export { BOUND_MOBILE } from './bound-mobile.ts';
