import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatches } from 'react-router';
import { AnnouncementBanner } from '../../../features/announcements/web/public.ts';
import { Tour } from '../../../features/help/web/public.ts';
import { ServiceBanner } from '../../../features/subscription/web/ServiceBanner.tsx';
import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import { usePageTitle } from '../../../platform/pages/web/own-pages.ts';
import { usePageTabsOn } from '../../../platform/pages/web/page-tabs.ts';
import { pageOf } from '../../../platform/pages/web/pages.ts';
import { isOperator, useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { useService } from '../../../platform/session/web/service.ts';
import { useMobile } from '../../../platform/ui/web/use-mobile.ts';
import { useTitle } from '../../../platform/ui/web/use-title.ts';
import { CrashBoundary } from '../pages/errors/CrashBoundary.tsx';
import { BottomNav } from './BottomNav.tsx';
import { Breadcrumb } from './Breadcrumb.tsx';
import { CrisisDialogs } from './CrisisDialogs.tsx';
import { CurrentPage } from './CurrentPage.tsx';
import { DialogBoundary } from './DialogBoundary.tsx';
import { Header } from './Header.tsx';
import { MobileHeader } from './MobileHeader.tsx';
import { Nav } from './Nav.tsx';
import { PageTabs } from './page-tabs/PageTabs.tsx';
import { PlainWrapper, SecurityWrapper } from './SecurityWrapper.tsx';
import { Tabs } from './Tabs.tsx';
import { useDialogs } from './use-dialogs.tsx';
import { useMobileDrawer } from './use-mobile-drawer.tsx';
import { useSider } from './use-sider.ts';
import { VisitBanner } from './VisitBanner.tsx';
import styles from './Shell.module.css';

const pageIn = (handle: unknown): PageEntry | undefined =>
  typeof handle === 'object' && handle !== null && 'page' in handle ? (handle.page as PageEntry) : undefined;

/** The page of the current URL. */
function useCurrentPage(): PageEntry | undefined {
  const matches = useMatches();
  return useMemo(
    () => matches.map((match) => pageIn(match.handle)).findLast((page) => page !== undefined) ?? pageOf('index'),
    [matches],
  );
}

/** The layout of `spec §2` around the current page. */
export function Shell() {
  const { t } = useTranslation();
  const mobile = useMobile();
  const page = useCurrentPage();
  const current = useCurrentUser();
  const { identity, user, org, role } = current;
  const hasTabs = usePageTabsOn();
  const sider = useSider();
  const service = useService();
  const { open, dialogs } = useDialogs();
  const { openDrawer, drawer } = useMobileDrawer(page, open);
  // Also while the page itself waits for a verification.
  useTitle(usePageTitle({ key: page?.key ?? 'index' }));
  if (page === undefined) return null;
  // Students and guardians have few pages, and no menu.
  const staff = identity === IDENTITY.staff;
  const holder = `${user.user_id} ${org.org_id} ${role?.role_id ?? ''}`;
  // An expired service shows nothing that needs second-step verification.
  const Wrapper = staff && service?.stage !== 'expired' ? SecurityWrapper : PlainWrapper;
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {t('common.skip')}
      </a>
      {mobile ? <MobileHeader page={page} onMenu={openDrawer} /> : <Header page={page} open={open} />}
      <VisitBanner />
      <ServiceBanner onExplain={() => open('service')} />
      {!isOperator(current) && (
        <DialogBoundary>
          <Suspense>
            <AnnouncementBanner />
          </Suspense>
        </DialogBoundary>
      )}
      <div className={styles.below}>
        {!mobile && staff && <Nav page={page} collapsed={sider.collapsed} onToggle={sider.toggle} />}
        <div className={styles.body}>
          {!mobile && staff && hasTabs && <PageTabs key={holder} page={page} of={holder} />}
          {!mobile && staff && <Breadcrumb page={page} />}
          <Tabs page={page} />
          <main id="content" tabIndex={-1} className={styles.content}>
            <CrashBoundary key={page.key}>
              <Wrapper page={page}>
                <CurrentPage page={page} />
              </Wrapper>
            </CrashBoundary>
          </main>
        </div>
      </div>
      {mobile && staff && <BottomNav page={page} onAll={openDrawer} />}
      {mobile && drawer}
      <DialogBoundary>{dialogs}</DialogBoundary>
      <DialogBoundary>
        <CrisisDialogs />
      </DialogBoundary>
      <DialogBoundary>
        <Tour page={page} />
      </DialogBoundary>
    </div>
  );
}
