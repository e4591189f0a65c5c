import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { security } from './texts.zh.ts';

export const verification: WebFeature = {
  name: 'verification',
  texts: { security },
  verificationPanel: async () => (await import('./VerificationPanel.tsx')).VerificationPanel,
};
