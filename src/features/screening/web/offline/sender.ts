import { ApiError } from '../../../../platform/http/web/api-error.ts';
import { createStore, type Store } from '../../../../platform/state/web/store.ts';
import type { Unsent, UnsentAnswer } from './unsent.ts';

/**
 * `saved`: the server has every answer. `waiting`: it will be tried again. `signedOut`: the session ended. `elsewhere`:
 * another device goes on. `ended`: the server takes no more answers.
 */
export type SendState = 'saved' | 'sending' | 'waiting' | 'signedOut' | 'elsewhere' | 'ended';

export interface Sender {
  state: Store<SendState>;
  add(answer: Omit<UnsentAnswer, 'seq'>): Promise<void>;
  /** Sends what waits, now. Resolves after the attempt, whether it succeeded or not. */
  flush(): Promise<void>;
  close(): void;
}

interface Parts {
  unsent: Unsent;
  /** @throws ApiError */
  send: (answers: readonly UnsentAnswer[]) => Promise<void>;
  /** Whether the person whose answers these are is still the one who is signed in. */
  isOwner: () => boolean;
  wait?: (ms: number, wake: AbortSignal) => Promise<void>;
  random?: () => number;
}

const FIRST_WAIT_MS = 1000;
const WAIT_MAX_MS = 30_000;
/** Most answers of one call. */
const AT_ONCE = 500;
const ENDED = ['PSY_SHEET_SUBMITTED', 'PSY_SHEET_SEALED', 'PSY_EXAM_NOT_OPEN'];
const REFUSED = /^\/answers\/(\d+)(?:\/|$)/;

const pause = (ms: number, wake: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    wake.addEventListener('abort', end, { once: true });
  });

/** The answers that a refusal names; all where it names none and there is only one. */
function refusedIn(error: ApiError, sent: readonly UnsentAnswer[]): number[] {
  const named = error.details.flatMap(({ field }) => sent[Number(REFUSED.exec(field)?.[1] ?? Number.NaN)]?.seq ?? []);
  return named.length > 0 || sent.length > 1 ? named : sent.map(({ seq }) => seq);
}

/**
 * Sends answers in their order, one call at a time, and tries again with growing pauses until the server has
 * acknowledged them. Never sends under another person's session.
 */
export function createSender({ unsent, send, isOwner, wait = pause, random = Math.random }: Parts): Sender {
  const state = createStore<SendState>(unsent.list().length > 0 ? 'waiting' : 'saved');
  let running: Promise<void> | undefined;
  let failures = 0;
  let closed = false;
  let atOnce = AT_ONCE;
  let wake = new AbortController();
  const attempted: (() => void)[] = [];

  /** What follows from a failure. @returns whether to go on at once */
  async function fail(error: unknown, sent: readonly UnsentAnswer[]): Promise<boolean> {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'PSY_SHEET_ELSEWHERE') state.set('elsewhere');
    else if (ENDED.includes(error.code)) {
      const late = refusedIn(error, sent);
      // Answers that were given in time go on without those that were not.
      if (late.length > 0 && late.length < sent.length) {
        await unsent.remove(late);
        return true;
      }
      await unsent.clear();
      state.set('ended');
    } else if (error.status === 401) state.set('signedOut');
    else if (error.status === 400) {
      const refused = refusedIn(error, sent);
      await unsent.remove(refused);
      if (refused.length === 0) atOnce = 1;
      return true;
    } else state.set('waiting');
    return false;
  }

  /** @returns whether everything was acknowledged, or nothing more can be done now */
  async function attempt(): Promise<boolean> {
    for (;;) {
      if (closed) return true;
      const batch = unsent.list().slice(0, atOnce);
      if (batch.length === 0) {
        state.set('saved');
        atOnce = AT_ONCE;
        return true;
      }
      if (!isOwner()) {
        state.set('signedOut');
        return true;
      }
      if (state.get() !== 'waiting') state.set('sending');
      try {
        await send(batch);
        failures = 0;
        await unsent.remove(batch.map(({ seq }) => seq));
      } catch (error) {
        if (await fail(error, batch)) continue;
        return state.get() !== 'waiting';
      }
    }
  }

  async function run(): Promise<void> {
    for (;;) {
      const done = await attempt();
      for (const tell of attempted.splice(0)) tell();
      if (done) return;
      failures += 1;
      const longest = Math.min(WAIT_MAX_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
      wake = new AbortController();
      // A class that comes back at once must not call at once.
      await wait(longest * (0.5 + random() / 2), wake.signal);
      if (closed) return;
    }
  }

  const start = (): Promise<void> =>
    (running ??= run().finally(() => {
      running = undefined;
      // An answer or a waiting caller may have been added while the last attempt ended.
      const late = attempted.length > 0 || (state.get() === 'saved' && unsent.list().length > 0);
      if (!closed && late) void start();
    }));
  const hurry = () => {
    failures = 0;
    wake.abort();
    void start();
  };
  const seen = () => {
    if (document.visibilityState === 'visible') hurry();
  };
  window.addEventListener('online', hurry);
  document.addEventListener('visibilitychange', seen);
  if (unsent.list().length > 0) void start();

  return {
    state,
    async add(answer) {
      await unsent.add(answer);
      if (state.get() === 'ended') return;
      // While a pause runs, the next attempt takes the answer along.
      void start();
    },
    flush: () =>
      new Promise((resolve) => {
        if (unsent.list().length === 0 && running === undefined) return resolve();
        attempted.push(resolve);
        hurry();
      }),
    close() {
      closed = true;
      wake.abort();
      window.removeEventListener('online', hurry);
      document.removeEventListener('visibilitychange', seen);
    },
  };
}
