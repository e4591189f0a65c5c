import { createElement, lazy, useState, type ComponentType } from 'react';
import { loadChunk } from '../../http/web/load-chunk.ts';

/** A component that is loaded on demand; `preload` loads it before it is shown, and returns whether it is there. */
export type LazyPage<P extends object> = ComponentType<P> & { preload: () => Promise<boolean> };

/**
 * A component that `loadChunk` loads when it is first shown. A preloaded one is shown at once; React's `lazy` would
 * show the fallback for 300 ms.
 */
export function lazyPage<P extends object>(load: () => Promise<ComponentType<P>>): LazyPage<P> {
  let come: ComponentType<P> | undefined;
  const get = async (): Promise<ComponentType<P>> => (come ??= await load());
  const Later = lazy(async () => ({ default: await loadChunk(get) }));
  function Page(props: P) {
    // Fixed at the first render, so that the component is not remounted.
    const [Shown] = useState<ComponentType<P>>(() => come ?? Later);
    return createElement(Shown, props);
  }
  // The failure is reported when the component is shown.
  const preload = () =>
    get().then(
      () => true,
      () => false,
    );
  return Object.assign(Page, { preload });
}
