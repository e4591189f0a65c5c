// Must be the first import: takes a key out of the address, and preloads the layout while the other modules are evaluated.
import { createSessionStore } from '../../platform/http/web/session-store.ts';
import { KEY_LOGIN } from '../../platform/pages/web/route-guard.ts';
import { takeKeyFrom } from '../../platform/pages/web/token-key.ts';
import { persistentStorage } from '../../platform/state/web/storage.ts';

// Before anything is requested, so that no request, log or history entry carries it.
if (takeKeyFrom(window.location)) window.history.replaceState(null, '', KEY_LOGIN);

// The failure is reported when the layout is rendered.
if (createSessionStore(persistentStorage).session() !== undefined) import('./shell/Portal.tsx').catch(() => undefined);
