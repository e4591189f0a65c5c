import { persistentStorage } from '../../state/web/storage.ts';
import { createClient } from './client.ts';
import { createEarlyAnswers } from './early-answers.ts';
import { createPrompts } from './prompts.ts';
import { createSessionStore } from './session-store.ts';

/** The session of this browser. */
export const sessionStore = createSessionStore(persistentStorage);

/** Calls of this window that wait for second-step verification or a new sign-in. */
export const prompts = createPrompts();

const earlyAnswers = createEarlyAnswers(() => Date.now());

/** The data of an early request of this window, if they are there already; only the first caller gets them. */
export const takeEarlyData = <T>(target: string): T | undefined =>
  earlyAnswers.takeData(target, { userId: sessionStore.session()?.user_id, as: sessionStore.choice() });

/** Resolves once the early requests of this window are answered. */
export const earlySettled = (): Promise<void> => earlyAnswers.settled();

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
  earlyAnswers,
});
