import { ApiError } from '../../../platform/http/web/api-error.ts';
import { eventsOf, openEvents } from '../../../platform/http/web/events.ts';
import { sessionStore } from '../../../platform/http/web/portal.ts';
import { REFRESH_BELOW_MS } from '../../../platform/http/web/refresh.ts';
import { isUserActive, onUserActivity } from '../../../platform/session/web/user-activity.ts';
import { noticeStream, type Notice } from '../contract.ts';

/** Milliseconds without data after which a stream counts as broken: twice the longest silence of the server. */
const SILENT_MS = 45_000;
const FIRST_WAIT_MS = 1000;
const WAIT_MAX_MS = 30_000;
/** The longest delay of a browser timer, 24 days. */
const FOREVER_MS = 2 ** 31 - 1;
/** Events of a window that the user returns to. */
const WAKE_EVENTS = ['focus', 'pageshow', 'pointerdown', 'keydown'] as const;
/** Delivered notice ids to remember, so that a reconnect delivers no notice twice. */
const DELIVERED_MAX = 200;

export interface Follower {
  /** Called once for every new notice. */
  onNotice: (notice: Notice) => void;
  /** Called when the list of notices has changed or may have changed. */
  onChange: () => void;
}

/** Resolves after `ms`, on abort, when the network returns, or when the window becomes visible. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    const endWhenVisible = () => {
      if (document.visibilityState === 'visible') end();
    };
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      window.removeEventListener('online', end);
      document.removeEventListener('visibilitychange', endWhenVisible);
      resolve();
    }
    signal.addEventListener('abort', end);
    window.addEventListener('online', end);
    document.addEventListener('visibilitychange', endWhenVisible);
  });
}

/** Resolves on the next user input, or on abort. */
const nextTouch = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const unlisten = onUserActivity(end);
    function end(): void {
      unlisten();
      signal.removeEventListener('abort', end);
      resolve();
    }
    signal.addEventListener('abort', end);
  });

/** An unattended window must not refresh tokens, because that would keep the session of an absent user alive. */
const mayConnect = (): boolean => {
  const session = sessionStore.session();
  return (
    session !== undefined &&
    (isUserActive() || session.expires_at - (Date.now() + session.differtimestamp) >= REFRESH_BELOW_MS)
  );
};

/**
 * Aborts a stream that is silent for too long. Timers stop while a computer sleeps, so wake events compare the clock
 * too.
 */
function limitSilence(ended: AbortSignal) {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastDataAt = 0;
  const restart = () => {
    lastDataAt = Date.now();
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENT_MS);
  };
  const abortIfSilent = () => {
    if (document.visibilityState === 'visible' && Date.now() - lastDataAt > SILENT_MS) silence.abort();
  };
  const abort = () => silence.abort();
  restart();
  for (const name of WAKE_EVENTS) window.addEventListener(name, abortIfSilent);
  document.addEventListener('visibilitychange', abortIfSilent);
  window.addEventListener('online', abort);
  return {
    signal: AbortSignal.any([ended, silence.signal]),
    restart,
    stop(): void {
      clearTimeout(timer);
      for (const name of WAKE_EVENTS) window.removeEventListener(name, abortIfSilent);
      document.removeEventListener('visibilitychange', abortIfSilent);
      window.removeEventListener('online', abort);
    },
  };
}

type Outcome = 'ended' | 'replaced' | 'refused' | 'broken';

const outcomeOf = (error: unknown): Outcome =>
  error instanceof ApiError && [401, 403].includes(error.status) ? 'refused' : 'broken';

/**
 * Follows the notice stream until the signal aborts, and reconnects with growing pauses. After a refusal it waits for
 * user input; after another window of the session took over, until this window becomes visible.
 */
export async function followNotices({ onNotice, onChange }: Follower, signal: AbortSignal): Promise<void> {
  const delivered = new Set<string>();
  let lastId: string | undefined;
  let wait = FIRST_WAIT_MS;

  const deliver = (id: string, notice: Notice) => {
    if (delivered.has(id)) return;
    lastId = id;
    delivered.add(id);
    for (const old of delivered) if (delivered.size > DELIVERED_MAX) delivered.delete(old);
    onNotice(notice);
  };
  const readStream = async (): Promise<Outcome> => {
    const limit = limitSilence(signal);
    try {
      const body = await openEvents(noticeStream, {}, { lastId, signal: limit.signal });
      onChange();
      wait = FIRST_WAIT_MS;
      for await (const { id, name, data } of eventsOf(body, limit.restart)) {
        if (name === 'replaced') return 'replaced';
        if (name === 'notice' && id !== undefined) deliver(id, data as Notice);
        onChange();
      }
      return 'ended';
    } finally {
      limit.stop();
    }
  };

  while (!signal.aborted) {
    if (!mayConnect()) await nextTouch(signal);
    const outcome = signal.aborted ? 'ended' : await readStream().catch(outcomeOf);
    if (signal.aborted) return;
    if (outcome === 'refused') await nextTouch(signal);
    // Random, so that a whole school does not reconnect at the same moment.
    await pause(outcome === 'replaced' ? FOREVER_MS : wait * (0.5 + Math.random()), signal);
    wait = Math.min(wait * 2, WAIT_MAX_MS);
  }
}
