// Comes before everything else: the layout's code is fetched while the code at hand is still being run.
import { createSessionStore } from './http/session-store.ts';
import { lasting } from './http/storage.ts';

// A failure shows when the layout is really wanted.
if (createSessionStore(lasting).session() !== undefined) import('./layout/Portal.tsx').catch(() => undefined);
