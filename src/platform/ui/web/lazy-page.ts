import { createElement, lazy, useState, type ComponentType } from 'react';
import { loadChunk } from '../../http/web/load-chunk.ts';

/** A component whose code comes later; `preload` has it come before it is shown. */
export type LazyPage<P extends object> = ComponentType<P> & { preload: () => void };

/**
 * A component that is loaded when it is first shown; its loading ends as `loadChunk` says. One that has come by then is
 * shown at once: React's `lazy` would show the fallback first, and then hold it for 300 ms so that nothing flickers.
 */
export function lazyPage<P extends object>(load: () => Promise<ComponentType<P>>): LazyPage<P> {
  let come: ComponentType<P> | undefined;
  const get = async (): Promise<ComponentType<P>> => (come ??= await load());
  const Later = lazy(async () => ({ default: await loadChunk(get) }));
  function Page(props: P) {
    // What this one began as it stays.
    const [Shown] = useState<ComponentType<P>>(() => come ?? Later);
    return createElement(Shown, props);
  }
  // The browser keeps what was loaded; a failure shows when the page is really wanted.
  return Object.assign(Page, { preload: () => void get().catch(() => undefined) });
}
