import { lazyPage } from '../../../platform/pages/web/lazy-page.ts';

/** The ways to prove a second time who one is. */
export const ProofForms = lazyPage(async () => (await import('./ProofForms.tsx')).ProofForms);
export { BOUND_MOBILE } from './bound-mobile.ts';
