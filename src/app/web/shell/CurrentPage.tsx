import { Suspense } from 'react';
import { Navigate } from 'react-router';
import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { builtPage } from '../../../platform/pages/web/built.ts';
import { useMayOpen } from '../../../platform/pages/web/may-open.ts';
import { usePageTitle } from '../../../platform/pages/web/own-pages.ts';
import { tabsOf } from '../../../platform/pages/web/pages.ts';
import { useService } from '../../../platform/session/web/service.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import { Forbidden } from '../pages/errors/Forbidden.tsx';
import { ContentSkeleton } from './ShellSkeleton.tsx';

const ExpiredPage = lazyPage(
  async () => (await import('../../../features/subscription/web/ExpiredPage.tsx')).ExpiredPage,
);
/** Home, account, help and service pages stay open after the service has expired. */
const isApplication = ({ key, area }: PageEntry): boolean => area !== undefined || key === 'own';

/** The page of the URL, its first tab, or the reason why it is not shown. */
export function CurrentPage({ page }: { page: PageEntry }) {
  const mayOpen = useMayOpen();
  const title = usePageTitle(page);
  const expired = useService()?.stage === 'expired';
  if (!mayOpen(page)) return <Forbidden page={page} />;
  if (expired && isApplication(page))
    return (
      <Suspense fallback={<ContentSkeleton />}>
        <ExpiredPage title={title} />
      </Suspense>
    );
  const [firstTab] = tabsOf(page.key, mayOpen);
  if (firstTab !== undefined) return <Navigate to={firstTab.path} replace />;
  const Page = builtPage(page.key);
  // A page that consists of tabs, none of which is open to this role.
  if (Page === undefined) return <Forbidden page={page} />;
  return (
    <Suspense fallback={<ContentSkeleton />}>
      <Page />
    </Suspense>
  );
}
