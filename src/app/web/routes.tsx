import { Suspense } from 'react';
import { matchPath, Navigate, type RouteObject } from 'react-router';
import { LoginPage } from '../../features/account/web/login/LoginPage.tsx';
import { loadIcons } from '../../platform/feature/web/feature-icon.tsx';
import type { PageEntry } from '../../platform/feature/web/page.ts';
import { VERIFY_PAGE } from '../../platform/file-codes/file-code.ts';
import { builtPage } from '../../platform/pages/web/built.ts';
import { Guard } from '../../platform/pages/web/Guard.tsx';
import { allPages } from '../../platform/pages/web/pages.ts';
import { HOME } from '../../platform/pages/web/route-guard.ts';
import { lazyPage } from '../../platform/ui/web/lazy-page.ts';
import { PageLoading } from '../../platform/ui/web/PageLoading.tsx';
import { Crash } from './pages/errors/Crash.tsx';
import { NotFound } from './pages/errors/NotFound.tsx';
import { OldBrowser } from './pages/errors/OldBrowser.tsx';
import { NotOpen } from './pages/public/NotOpen.tsx';
import { PUBLIC_PAGES } from './pages/public/table.ts';

const CodePage = lazyPage(async () => (await import('../../features/screening/web/code/CodePage.tsx')).CodePage);

/** Handle of a route. */
export interface RouteHandle {
  behindLogin?: true;
  page?: PageEntry;
}

const VerifyPage = lazyPage(async () => (await import('./pages/public/VerifyPage.tsx')).VerifyPage);

// Loaded on demand, because the first visit needs neither Refine nor tables. The small login page is in the first bundle.
const Portal = lazyPage(async () => (await Promise.all([import('./shell/Portal.tsx'), loadIcons()]))[0].Portal);
const ResetPage = lazyPage(async () => (await import('../../features/account/web/login/ResetPage.tsx')).ResetPage);

/** The page that requires a login and has this address. */
export const pageAt = (path: string): PageEntry | undefined =>
  allPages().find((page) => matchPath(page.path, path) !== null);

/** Preloads the code of a page that requires a login, before the rights are known. */
export function preloadPortal(path: string): void {
  void Portal.preload();
  const wanted = pageAt(path);
  if (wanted !== undefined) void builtPage(wanted.key)?.preload();
}

const handle = (says: RouteHandle) => says;

/** Every route of `spec §2`; the pages that require a login are those of the registered features. */
export const routes = (): RouteObject[] => [
  {
    element: <Guard />,
    errorElement: <Crash />,
    children: [
      { path: '/login', element: <LoginPage onSignIn={() => preloadPortal(HOME)} /> },
      {
        path: '/reset-password',
        element: (
          <Suspense fallback={<PageLoading />}>
            <ResetPage />
          </Suspense>
        ),
      },
      {
        path: '/exam-code',
        element: (
          <Suspense fallback={<PageLoading />}>
            <CodePage />
          </Suspense>
        ),
      },
      {
        path: VERIFY_PAGE,
        element: (
          <Suspense fallback={<PageLoading />}>
            <VerifyPage />
          </Suspense>
        ),
      },
      ...PUBLIC_PAGES.map(({ key, path }) => ({ path, element: <NotOpen name={key} /> })),
      { path: '/IE-under9', element: <OldBrowser /> },
      { path: '/404', element: <NotFound /> },
      { path: '/', element: <Navigate to="/index" replace /> },
      { path: '*', element: <Navigate to="/404" replace /> },
      {
        handle: handle({ behindLogin: true }),
        element: (
          <Suspense fallback={<PageLoading />}>
            <Portal />
          </Suspense>
        ),
        // The layout shows the page of the innermost handle; a route needs no element for that.
        children: allPages().map((page) => ({
          path: page.path,
          element: null,
          handle: handle({ behindLogin: true, page }),
        })),
      },
    ],
  },
];
