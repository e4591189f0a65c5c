import { Suspense } from 'react';
import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';

const PageHelpButton = lazyPage(async () => (await import('./PageHelpButton.tsx')).PageHelpButton);

/** The “?” that opens the article about a page; nothing on a page without one. Comes after the page. */
export const PageHelp = ({ page, className }: { page: PageEntry; className?: string | undefined }) => (
  <Suspense fallback={null}>
    <PageHelpButton key={page.key} page={page} className={className} />
  </Suspense>
);
