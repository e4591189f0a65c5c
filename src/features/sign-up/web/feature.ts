import type { WebFeature } from '../../../platform/feature/web/feature.ts';

export const signUp: WebFeature = {
  name: 'sign-up',
  publicPages: [{ path: '/mobile-sign-up', load: async () => (await import('./SignUpPage.tsx')).SignUpPage }],
};
