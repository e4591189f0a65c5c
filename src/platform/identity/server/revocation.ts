import type { LRUCache } from 'lru-cache';
import { MISSED, type SharedState } from '../../state/server/shared-state.ts';

/** Topic for a user whose rights, memberships or account changed. */
export const USER_TOPIC = 'user-changed';
/** Topic for an organisation whose data, features or memberships changed. */
export const ORG_TOPIC = 'org-changed';
/** Topic for a session that ended. */
export const SESSION_TOPIC = 'session-ended';

/**
 * Counts revocations to keep stale answers out of a cache: a loader reads `count` before its query and caches the
 * answer only if `count` is unchanged.
 */
export class Revocations {
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Calls `forget` with each message of the topic, and `forgetAll` when messages may have been missed. */
  listen(state: SharedState, topic: string, forget: (id: string) => void, forgetAll: () => void): void {
    state.subscribe(topic, (message) => {
      this.#count++;
      if (message === MISSED) forgetAll();
      else forget(message);
    });
  }
}

/** Deletes the matching entries of a cache. */
export function deleteWhere<V extends object>(cache: LRUCache<string, V>, matches: (value: V) => boolean): void {
  // The keys are collected first because a cache must not change during its iteration.
  const keys = [...cache.entries()].flatMap(([key, value]) => (matches(value) ? [key] : []));
  for (const key of keys) cache.delete(key);
}
