// Must be the first import: preloads the layout while the other modules are evaluated.
import { createSessionStore } from '../../platform/http/web/session-store.ts';
import { persistentStorage } from '../../platform/state/web/storage.ts';

// The failure is reported when the layout is rendered.
if (createSessionStore(persistentStorage).session() !== undefined) import('./shell/Portal.tsx').catch(() => undefined);
