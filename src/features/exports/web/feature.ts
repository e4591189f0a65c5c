import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { VERIFY_PAGE } from '../../../platform/file-codes/file-code.ts';
import { downloads, fileCode } from './texts.zh.ts';

export const exportTasks: WebFeature = {
  name: 'exports',
  publicPages: [{ path: VERIFY_PAGE, load: async () => (await import('./VerifyPage.tsx')).VerifyPage }],
  texts: { downloads, fileCode },
};
