import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadChunk } from './load-chunk.ts';

/** A component whose code comes later; `preload` has it come before it is shown. */
export type LazyPage<P extends object> = LazyExoticComponent<ComponentType<P>> & { preload: () => void };

/** A component that is loaded when it is first shown; its loading ends as `loadChunk` says. */
export function lazyPage<P extends object>(load: () => Promise<ComponentType<P>>): LazyPage<P> {
  const page = lazy(async () => ({ default: await loadChunk(load) }));
  // The browser keeps what was loaded; a failure shows when the page is really wanted.
  return Object.assign(page, { preload: () => void load().catch(() => undefined) });
}
