import { createStore } from '../../../platform/state/web/store.ts';

/** Something that the search can open. */
export interface Hit {
  key: string;
  title: string;
  about?: string;
  /** An address, with the state of its history entry. */
  to: { pathname: string; search?: string; state?: object };
}

const RECENT_MAX = 5;

/** What was opened lately. In memory only: names of children do not stay in the browser. */
export const recent = createStore<{ of: string; hits: readonly Hit[] }>({ of: '', hits: [] });

/** @param of The person and role, whose hits nobody else sees */
export function remember(of: string, hit: Hit): void {
  const before = recent.get();
  const others = before.of === of ? before.hits.filter(({ key }) => key !== hit.key) : [];
  recent.set({ of, hits: [hit, ...others].slice(0, RECENT_MAX) });
}
