import { persistentStorage } from '../../state/web/storage.ts';
import { createClient } from './client.ts';
import { createSessionStore } from './session-store.ts';

/** The session of this browser, and the client that signs with it. */
export const sessionStore = createSessionStore(persistentStorage);

export const client = createClient({
  store: sessionStore,
  storage: persistentStorage,
  // Absent on pages without TLS.
  locks: navigator.locks as LockManager | null | undefined,
  now: () => Date.now(),
  sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
  random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  origin: location.origin,
  viewportWidth: () => window.innerWidth,
});
