import { ApiError } from '../../../platform/http/web/api-error.ts';
import { eventsOf, openEvents } from '../../../platform/http/web/events.ts';
import { sessionStore } from '../../../platform/http/web/portal.ts';
import { REFRESH_BELOW_MS } from '../../../platform/http/web/refresh.ts';
import { isTouched, onTouch } from '../../../platform/session/web/touched.ts';
import { noticeStream, type Notice } from '../contract.ts';

/** Twice as long as the server is silent at most. */
const SILENT_MS = 45_000;
const FIRST_WAIT_MS = 1000;
const WAIT_MAX_MS = 30_000;
/** What happens in a window that somebody comes back to. */
const WAKING = ['focus', 'pageshow', 'pointerdown', 'keydown'] as const;
/** Notices that are known to have been told already. */
const KNOWN_MAX = 200;

export interface Follower {
  /** A notice that was not told before. */
  tell: (notice: Notice) => void;
  /** The list is not what it was, or may not be. */
  changed: () => void;
}

/** Resolves when something may be different: time, the network, or somebody who comes back to the window. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    const seen = () => {
      if (document.visibilityState === 'visible') end();
    };
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      window.removeEventListener('online', end);
      document.removeEventListener('visibilitychange', seen);
      resolve();
    }
    signal.addEventListener('abort', end);
    window.addEventListener('online', end);
    document.addEventListener('visibilitychange', seen);
  });
}

const touched = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const unlisten = onTouch(end);
    function end(): void {
      unlisten();
      signal.removeEventListener('abort', end);
      resolve();
    }
    signal.addEventListener('abort', end);
  });

/** A window that nobody touches exchanges no tokens: that would keep a session awake whose owner has gone. */
const mayConnect = (): boolean => {
  const session = sessionStore.session();
  return (
    session !== undefined &&
    (isTouched() || session.expires_at - (Date.now() + session.differtimestamp) >= REFRESH_BELOW_MS)
  );
};

/**
 * Listens for notices until the signal ends it: over one stream, made anew when it breaks, later each time. Whoever is
 * refused waits until somebody touches the window; a window that others of the session replaced, until it is looked
 * at.
 */
export async function followNotices({ tell, changed }: Follower, signal: AbortSignal): Promise<void> {
  const known = new Set<string>();
  let lastId: string | undefined;
  let wait = FIRST_WAIT_MS;

  const listen = async (): Promise<'ended' | 'replaced'> => {
    const silence = new AbortController();
    const limit = AbortSignal.any([signal, silence.signal]);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let heardAt = 0;
    const alive = () => {
      heardAt = Date.now();
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENT_MS);
    };
    alive();
    // A machine that sleeps stops timers too, and leaves a stream that nobody ends: the clock on the wall knows when it wakes.
    const woken = () => {
      if (document.visibilityState === 'visible' && Date.now() - heardAt > SILENT_MS) silence.abort();
    };
    const reconnected = () => silence.abort();
    for (const name of WAKING) window.addEventListener(name, woken);
    document.addEventListener('visibilitychange', woken);
    window.addEventListener('online', reconnected);
    try {
      const body = await openEvents(noticeStream.path, lastId, limit);
      changed();
      wait = FIRST_WAIT_MS;
      for await (const { id, name, data } of eventsOf(body, alive)) {
        if (name === 'replaced') return 'replaced';
        if (name === 'notice' && id !== undefined && !known.has(id)) {
          lastId = id;
          known.add(id);
          for (const old of known) if (known.size > KNOWN_MAX) known.delete(old);
          tell(data as Notice);
        }
        changed();
      }
      return 'ended';
    } finally {
      clearTimeout(timer);
      for (const name of WAKING) window.removeEventListener(name, woken);
      document.removeEventListener('visibilitychange', woken);
      window.removeEventListener('online', reconnected);
    }
  };

  while (!signal.aborted) {
    if (!mayConnect()) await touched(signal);
    const how = signal.aborted
      ? 'ended'
      : await listen().catch((error: unknown) =>
          error instanceof ApiError && [401, 403].includes(error.status) ? 'refused' : 'broken',
        );
    if (signal.aborted) return;
    if (how === 'refused') await touched(signal);
    // Not all at once, where a whole school has lost its connection.
    await pause(how === 'replaced' ? 2 ** 31 - 1 : wait * (0.5 + Math.random()), signal);
    wait = Math.min(wait * 2, WAIT_MAX_MS);
  }
}
