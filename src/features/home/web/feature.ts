import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { page } from './pages.zh.ts';
import { home as texts } from './texts.zh.ts';

export const home: WebFeature = {
  name: 'home',
  tour: async () => (await import('./tour.ts')).steps,
  texts: { home: texts, page },
  homeCards: { 'new-year': async () => (await import('./NewYearCard.tsx')).NewYearCard },
  pages: [
    {
      key: 'index',
      path: '/index',
      products: ['portal'],
      icon: async () => (await import('./icons.ts')).icons.home,
      requests: ['/v1/portal/home'],
      load: async () => {
        const { HomePage, loadLines } = await import('./HomePage.tsx');
        await loadLines();
        return HomePage;
      },
    },
  ],
};
