import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';

export const help: WebFeature = {
  name: 'help',
  tour: async () => (await import('./tour.ts')).steps,
  texts: { page },
  pages: [
    {
      key: 'help',
      path: '/help-center/index',
      load: async () => (await import('./HelpPage.tsx')).HelpPage,
    },
  ],
};
