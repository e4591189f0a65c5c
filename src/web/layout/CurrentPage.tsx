import { Suspense } from 'react';
import { Navigate } from 'react-router';
import { builtPage } from '../pages/built.ts';
import { ComingPage } from '../pages/coming/ComingPage.tsx';
import { Forbidden } from '../pages/errors/Forbidden.tsx';
import { tabsOf, type PageEntry } from '../pages/table.ts';
import { useRights } from '../providers/rights.ts';
import { useTitle } from '../widgets/use-title.ts';
import { ContentSkeleton } from './ShellSkeleton.tsx';
import { mayOpenWith } from './may-open.ts';
import { usePageTitle } from './own-pages.ts';

/** The page of the address: itself, its first tab, why it is closed, or that it comes later. */
export function CurrentPage({ page }: { page: PageEntry }) {
  const mayOpen = mayOpenWith(useRights());
  useTitle(usePageTitle(page));
  if (!mayOpen(page)) return <Forbidden page={page} />;
  const [firstTab] = tabsOf(page.key, mayOpen);
  if (firstTab !== undefined) return <Navigate to={firstTab.path} replace />;
  const Page = builtPage(page.key);
  if (Page === undefined) return <ComingPage page={page} />;
  return (
    <Suspense fallback={<ContentSkeleton />}>
      <Page />
    </Suspense>
  );
}
