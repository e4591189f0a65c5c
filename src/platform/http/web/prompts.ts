import { createStore, type Store } from '../../state/web/store.ts';

/** What the user must do before a refused call can be repeated: second-step verification, or sign in again. */
export type PromptKind = 'proof' | 'session';

/** `unavailable`: nothing on the screen can prompt the user. */
export type PromptOutcome = 'done' | 'cancelled' | 'unavailable';

/** In milliseconds; after a cancelled prompt, what the page reads again by itself does not open it once more. */
const DECLINED_MS = 2000;

interface Asking {
  /** The call only reads. */
  read: boolean;
  /** An aborted call counts as cancelled. */
  signal?: AbortSignal | undefined;
}

/** Calls that wait until the user has answered a prompt. */
export interface Prompts {
  /** Number of calls that wait, by kind. */
  waiting: Store<Readonly<Record<PromptKind, number>>>;
  /** Waits for the answer; the layer of that kind opens meanwhile. */
  ask(kind: PromptKind, asking: Asking): Promise<PromptOutcome>;
  /** Ends all waits of a kind. */
  settle(kind: PromptKind, outcome: 'done' | 'cancelled'): void;
  /** Registers a layer that prompts. @returns A function that removes it and cancels the waits of its kind */
  provide(kind: PromptKind): () => void;
}

export function createPrompts(now: () => number = Date.now): Prompts {
  const waits: Record<PromptKind, Set<(outcome: PromptOutcome) => void>> = { proof: new Set(), session: new Set() };
  const declinedAt: Record<PromptKind, number> = { proof: -Infinity, session: -Infinity };
  const layers: Record<PromptKind, number> = { proof: 0, session: 0 };
  const waiting = createStore<Readonly<Record<PromptKind, number>>>({ proof: 0, session: 0 });
  const count = () => waiting.set({ proof: waits.proof.size, session: waits.session.size });

  function end(kind: PromptKind, outcome: PromptOutcome): void {
    const ended = [...waits[kind]];
    waits[kind].clear();
    count();
    for (const answer of ended) answer(outcome);
  }

  return {
    waiting,
    settle(kind, outcome) {
      if (outcome === 'cancelled') declinedAt[kind] = now();
      end(kind, outcome);
    },
    ask(kind, { read, signal }) {
      if (layers[kind] === 0) return Promise.resolve('unavailable');
      if (signal?.aborted || (read && now() - declinedAt[kind] < DECLINED_MS)) return Promise.resolve('cancelled');
      return new Promise((done) => {
        const abort = () => {
          waits[kind].delete(answer);
          count();
          done('cancelled');
        };
        const answer = (outcome: PromptOutcome) => {
          signal?.removeEventListener('abort', abort);
          done(outcome);
        };
        signal?.addEventListener('abort', abort, { once: true });
        waits[kind].add(answer);
        count();
      });
    },
    provide(kind) {
      layers[kind] += 1;
      return () => {
        layers[kind] -= 1;
        // Nobody declined: the layer of the next page prompts again.
        if (layers[kind] === 0) end(kind, 'cancelled');
      };
    },
  };
}
