import { persistentStorage } from '../../state/web/storage.ts';
import { createClient } from './client.ts';
import { createPrompts } from './prompts.ts';
import { createSessionStore } from './session-store.ts';

/** The session of this browser. */
export const sessionStore = createSessionStore(persistentStorage);

/** Calls of this window that wait for second-step verification or a new sign-in. */
export const prompts = createPrompts();

/** Signs with the session of this browser. */
export const client = createClient({
  store: sessionStore,
  prompts,
  storage: persistentStorage,
  // Absent on pages without TLS.
  locks: navigator.locks as LockManager | null | undefined,
  now: () => Date.now(),
  sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
  random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  origin: location.origin,
  viewportWidth: () => window.innerWidth,
});
