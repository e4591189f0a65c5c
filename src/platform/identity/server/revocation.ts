import type { LRUCache } from 'lru-cache';
import { MISSED, type SharedState } from '../../state/server/shared-state.ts';

/** A person whose rights, memberships or account changed: everything kept about them is out of date. */
export const USER_TOPIC = 'user-changed';
/** An organisation whose facts, features or memberships changed. */
export const ORG_TOPIC = 'org-changed';
/** A session that ended. */
export const SESSION_TOPIC = 'session-ended';

/**
 * Counts what was revoked, so that an answer read before a revocation and arriving after it is not kept: whoever loads
 * notes `count` first, and keeps the answer only where it is still the same.
 */
export class Revocations {
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Calls `forget` with each message of the topic, and `forgetAll` where messages may have been missed. */
  listen(state: SharedState, topic: string, forget: (id: string) => void, forgetAll: () => void): void {
    state.subscribe(topic, (message) => {
      this.#count++;
      if (message === MISSED) forgetAll();
      else forget(message);
    });
  }
}

/** Takes out of a cache what a revocation is about. */
export function forgetWhere<V extends object>(cache: LRUCache<string, V>, gone: (value: V) => boolean): void {
  // Found first and then taken out: a cache must not change under its own iteration.
  const keys = [...cache.entries()].flatMap(([key, value]) => (gone(value) ? [key] : []));
  for (const key of keys) cache.delete(key);
}
