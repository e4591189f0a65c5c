// Comes before everything else: the layout's code is fetched while the code at hand is still being run.
import { createSessionStore } from '../../platform/http/web/session-store.ts';
import { persistentStorage } from '../../platform/state/web/storage.ts';

// A failure shows when the layout is really wanted.
if (createSessionStore(persistentStorage).session() !== undefined) import('./shell/Portal.tsx').catch(() => undefined);
