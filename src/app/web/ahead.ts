import { lasting } from '../../platform/http/web/storage.ts';
// Comes before everything else: the layout's code is fetched while the code at hand is still being run.
import { createSessionStore } from '../../platform/identity/web/session-store.ts';

// A failure shows when the layout is really wanted.
if (createSessionStore(lasting).session() !== undefined) import('./shell/Portal.tsx').catch(() => undefined);
