import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';

/** Finds articles for a question; renders nothing. */
export const HelpSearch = lazyPage(async () => (await import('./HelpSearch.tsx')).HelpSearch);
/** Articles as sources of an answer: their titles as links, with what they say about a question. */
export const FoundArticles = lazyPage(async () => (await import('./FoundArticles.tsx')).FoundArticles);
export { PageHelp } from './PageHelp.tsx';
export { Tour } from './tour/Tour.tsx';
