import { Suspense } from 'react';
import { matchPath, Navigate, type RouteObject } from 'react-router';
import { LoginPage } from '../../features/account/web/login/LoginPage.tsx';
import { loadIcons } from '../../platform/feature/web/feature-icon.tsx';
import type { PageEntry } from '../../platform/feature/web/page.ts';
import { fromFeatures } from '../../platform/feature/web/registry.ts';
import { builtPage } from '../../platform/pages/web/built.ts';
import { Guard } from '../../platform/pages/web/Guard.tsx';
import { allPages } from '../../platform/pages/web/pages.ts';
import { HOME } from '../../platform/pages/web/route-guard.ts';
import { lazyPage } from '../../platform/ui/web/lazy-page.ts';
import { PageLoading } from '../../platform/ui/web/PageLoading.tsx';
import { Crash } from './pages/errors/Crash.tsx';

/** Handle of a route. */
export interface RouteHandle {
  behindLogin?: true;
  page?: PageEntry;
}

// Loaded on demand, because the first visit needs neither Refine nor tables. The small login page is in the first bundle.
const Portal = lazyPage(async () => (await Promise.all([import('./shell/Portal.tsx'), loadIcons()]))[0].Portal);

/** The public pages of the features; that of the sign-in is in the first bundle. */
const publicPages = fromFeatures((features) =>
  features.flatMap((feature) => feature.publicPages ?? []).map(({ path, load }) => ({ path, Page: lazyPage(load) })),
);

/** Preloads the code of a public page. */
export function preloadPublic(path: string): void {
  void publicPages()
    .find((page) => page.path === path)
    ?.Page.preload();
}

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

/** Every route of `spec §2`; the pages are those of the registered features. */
export const routes = (): RouteObject[] => [
  {
    element: <Guard />,
    errorElement: <Crash />,
    children: [
      { path: '/login', element: <LoginPage onSignIn={() => preloadPortal(HOME)} /> },
      ...publicPages().map(({ path, Page }) => ({
        path,
        element: (
          <Suspense fallback={<PageLoading />}>
            <Page />
          </Suspense>
        ),
      })),
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
