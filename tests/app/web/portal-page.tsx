import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { routes } from '../../../src/app/web/routes.tsx';
import { ownSessions } from '../../../src/features/account/contract.ts';
import { assistant, conversations } from '../../../src/features/ai-chat/contract.ts';
import { announcements } from '../../../src/features/announcements/contract/reading.ts';
import { exportTasks } from '../../../src/features/exports/contract.ts';
import { home } from '../../../src/features/home/contract.ts';
import { myAppointments } from '../../../src/features/interventions/contract/records.ts';
import { myNotices } from '../../../src/features/notices/contract.ts';
import { departmentsTree } from '../../../src/features/organisation/contract/departments.ts';
import { myConsents, myTalks } from '../../../src/features/screening/contract/own.ts';
import { myExams } from '../../../src/features/screening/contract/sheets.ts';
import { inCharge } from '../../../src/features/structure/contract.ts';
import { orgProducts } from '../../../src/features/subscription/contract.ts';
import { providers, thirdParties } from '../../../src/features/third-party/contract.ts';
import { authenticatorStatus, boundMobile } from '../../../src/features/verification/contract.ts';
import { passkeys } from '../../../src/features/verification/passkey-contract.ts';
import { abilities, mergedSchemas, refusal } from '../../../src/platform/access/contract.ts';
import { ownViews } from '../../../src/platform/crud/contract/views.ts';
import { sessionStore } from '../../../src/platform/http/web/portal.ts';
import { sessionFrom } from '../../../src/platform/http/web/session-store.ts';
import { type UserInfo, signIn, signOut, userInfo } from '../../../src/platform/identity/contract.ts';
import { draftKey, orgDetails, siteByHost } from '../../../src/platform/session/contract.ts';
import { userState } from '../../../src/platform/session/web/current-user.ts';
import { forgetRights } from '../../../src/platform/session/web/rights.ts';
import { persistentStorage, tabStorage } from '../../../src/platform/state/web/storage.ts';
import '../../../src/platform/i18n/web/texts.ts';
import '../../support/web-features.ts';
// Chunks that the portal loads later are preloaded, so that no test waits for a file to be read.
import '../../../src/app/web/shell/ChangeRoleDialog.tsx';
import '../../../src/app/web/shell/MobileDrawer.tsx';
import '../../../src/app/web/shell/Portal.tsx';
import '../../../src/features/subscription/web/ServiceDialog.tsx';
import '../../../src/features/ai-chat/web/AiChatPage.tsx';
import '../../../src/features/account/web/AccountPage.tsx';
import '../../../src/features/home/web/HomePage.tsx';
import '../../../src/features/account/web/login/LoginPage.tsx';
import '../../../src/features/subscription/web/ServicePage.tsx';
import { ThemeProvider } from '../../../src/platform/theme/web/ThemeProvider.tsx';
import { abilitiesOf, ADMIN_AREAS, orgState, staff } from '../../support/msw-data.ts';
import { SITE, type PortalServer } from '../../support/msw.ts';
import { viewport } from '../../support/page.ts';

/** A browser without any stored data, and a server that answers an administrator of one school. */
export function freshBrowser(portal: PortalServer, user: UserInfo = staff(), areas: string[] = ADMIN_AREAS): void {
  document.body.replaceChildren();
  viewport(1280, 800);
  persistentStorage.clear();
  tabStorage.clear();
  sessionStore.clear();
  forgetRights();
  userState.set({ status: 'none' });
  portal.reset();
  portal.answer(siteByHost, SITE);
  portal.answer(myExams, { total: 0, items: [], may_answer: true });
  portal.answer(announcements, { total: 0, unread: { announcement: 0, article: 0 }, items: [] });
  portal.answer(myNotices, { total: 0, unread: 0, items: [] });
  portal.answer(myAppointments, { total: 0, items: [], may_book: false });
  portal.answer(myConsents, { total: 0, items: [] });
  portal.answer(myTalks, { total: 0, items: [], people: [] });
  portal.answer(signIn, () => portal.pair('a', user.user_id));
  portal.answer(signOut, { ok: true });
  portal.answer(userInfo, user);
  portal.answer(abilities, abilitiesOf(areas));
  portal.answer(refusal, { missing: [] });
  portal.answer(mergedSchemas, { version: '1', resources: {} });
  portal.answer(orgDetails, orgState());
  portal.answer(orgProducts, {
    total: 1,
    items: [{ product_code: 'portal', product_name: '学校与组织管理', status: 0 }],
  });
  answerBesides(portal);
}

/** Empty answers to requests that do not belong to the subject of a test. */
function answerBesides(portal: PortalServer): void {
  const none = { total: 0, items: [] };
  portal.answer(home, { cards: [], arranged: 'default' });
  portal.answer(exportTasks, none);
  portal.answer(assistant, { mode: 'help', per_day: 100, left: 100 });
  portal.answer(conversations, none);
  portal.answer(draftKey, { key: 'A'.repeat(43) });
  portal.answer(ownSessions, none);
  portal.answer(passkeys, none);
  portal.answer(providers, none);
  portal.answer(thirdParties, { platforms: [], ...none });
  portal.answer(ownViews, { total: 0, items: [] });
  portal.answer(authenticatorStatus, { enrolled: false, required: false, recovery_codes_left: 0 });
  portal.answer(boundMobile, {});
  portal.answer(passkeys, none);
  portal.answer(departmentsTree, []);
  portal.answer(inCharge, { grades: [], classes: [], people: [], may: { grades: false, classes: false } });
}

/** Stores a session in this browser. */
export function holdSession(portal: PortalServer, userId = 'u1'): void {
  sessionStore.setSession(sessionFrom(portal.pair('a', userId), Date.now(), 'password'));
}

/** Opens the portal at an address. */
export function visit(address: string | { pathname: string; search?: string; state?: unknown }) {
  const router = createMemoryRouter(routes(), { initialEntries: [address] });
  render(
    <ThemeProvider>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
  return {
    router,
    user: userEvent.setup({ delay: null }),
    path: () => router.state.location.pathname,
    address: () => router.state.location.pathname + router.state.location.search,
  };
}
