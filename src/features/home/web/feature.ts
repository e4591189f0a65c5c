import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';
import { home as texts } from './texts.zh.ts';

export const home: WebFeature = {
  name: 'home',
  texts: { home: texts, page },
  pages: [
    {
      key: 'index',
      path: '/index',
      icon: async () => (await import('./icons.ts')).icons.home,
      load: async () => {
        const { HomePage, loadCards } = await import('./HomePage.tsx');
        await loadCards();
        return HomePage;
      },
    },
  ],
};
