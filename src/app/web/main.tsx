import './ahead.ts';
import '@ant-design/v5-patch-for-react-19';
import 'virtual:antd.css';
import 'virtual:tokens.css';
import './base.css';
import '../../platform/i18n/web/texts.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { sessionStore } from '../../platform/http/web/portal.ts';
import { loadPortalDataAhead } from '../../platform/session/web/portal-data.ts';
import { App } from './App.tsx';
import { preloadPortal } from './routes.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no place for the portal');

// What will be needed comes side by side with the first render, not after it.
if (sessionStore.session() !== undefined) {
  const choice = sessionStore.storedChoice();
  preloadPortal(window.location.pathname);
  if (choice !== undefined) loadPortalDataAhead(choice);
}

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
