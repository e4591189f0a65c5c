import { lasting } from '../../state/web/storage.ts';
import { createClient } from './client.ts';
import { createSessionStore } from './session-store.ts';

/** The session of this browser, and the client that signs with it. */
export const sessionStore = createSessionStore(lasting);

export const client = createClient({
  store: sessionStore,
  storage: lasting,
  // Absent where the page is not served over TLS.
  locks: navigator.locks as LockManager | null | undefined,
  now: () => Date.now(),
  sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
  random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  origin: location.origin,
  viewportWidth: () => window.innerWidth,
});
