import './ahead.ts';
import '@ant-design/v5-patch-for-react-19';
import 'virtual:antd.css';
import 'virtual:tokens.css';
import './base.css';
import '../../platform/i18n/web/texts.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { frameRequests, registerFeatures } from '../../platform/feature/web/registry.ts';
import { requestEarly } from '../../platform/http/web/early-answers.ts';
import { client, sessionStore } from '../../platform/http/web/portal.ts';
import { provideEnglish, restoreLanguage } from '../../platform/i18n/web/language.ts';
import { IDENTITY } from '../../platform/identity/identity.ts';
import { requestPageEarly } from '../../platform/pages/web/request-page-early.ts';
import { heldKey } from '../../platform/pages/web/token-key.ts';
import { loadCurrentUser } from '../../platform/session/web/current-user.ts';
import { isVerified } from '../../platform/session/web/secondary.ts';
import { loadSite } from '../../platform/session/web/site.ts';
import { App } from './App.tsx';
import { features } from './features.ts';
import { pageAt, preloadPortal, preloadPublic, routes } from './routes.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no element #root');

registerFeatures(features);
provideEnglish(async () => (await import('./texts/english.ts')).english);

// Preloads code and data in parallel with the first render.
// A one-time key in the address may sign in another person, who must not get data of this session.
if (sessionStore.session() !== undefined && heldKey() === undefined) {
  const choice = sessionStore.storedChoice();
  const { pathname, search } = window.location;
  // Students and parents have no role and open none of these pages; operators have no layout of an organisation.
  if (choice !== undefined && choice.identity !== IDENTITY.operator) {
    if (choice.role_id === null) requestEarly(client, frameRequests(), choice);
    else {
      const page = pageAt(pathname);
      requestPageEarly({ http: client, store: sessionStore }, choice, page ?? {}, {
        search,
        proved: isVerified(),
      }).catch(() => undefined);
    }
  }
  // The guard asks for the same again and handles the failure.
  if (pageAt(pathname) !== undefined) loadCurrentUser().catch(() => undefined);
  preloadPortal(pathname);
}
void loadSite();
preloadPublic(window.location.pathname);

const render = () =>
  createRoot(root).render(
    <StrictMode>
      <App router={createBrowserRouter(routes())} />
    </StrictMode>,
  );
// Without it the portal works too: it only shows a page of its own while the network is away. Plain HTTP has none.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  window.addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));

// Renders after the language is restored, so that no other language is shown first.
void restoreLanguage().then(render);
