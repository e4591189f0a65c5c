import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { errors } from '../errors.ts';
import { security } from './texts.zh.ts';

export const verification: WebFeature = {
  name: 'verification',
  errors,
  texts: { security },
  verificationPanel: async () => (await import('./VerificationPanel.tsx')).VerificationPanel,
  signInWays: async () => (await import('./passkeys/PasskeySignIn.tsx')).PasskeySignIn,
  accountRows: async () => (await import('./passkeys/PasskeyRow.tsx')).PasskeyRow,
};
