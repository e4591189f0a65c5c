import type { WebFeature } from '../../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';

/** Planned pages of `spec §2`; each shows a placeholder. */
export const coming: WebFeature = {
  name: 'coming',
  texts: { page },
  pages: [{ key: 'ai', path: '/ai-chat', area: 'ai-chat' }],
};
